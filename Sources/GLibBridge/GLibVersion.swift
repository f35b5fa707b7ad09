internal import CGio

/// The library that this process runs with, which may be later than the one that it was built with.
package enum GLibVersion {
    /// `2.74.6`
    package static var running: String { "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)" }
}
