internal import CLibsoup

/// The library that this process runs with.
package enum SoupVersion {
    /// `3.2.3`
    package static var running: String {
        "\(soup_get_major_version()).\(soup_get_minor_version()).\(soup_get_micro_version())"
    }
}
