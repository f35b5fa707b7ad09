internal import CLibsecret

/// The library that this was built with: libsecret does not tell which one it runs with.
package enum SecretVersion {
    /// `0.20.5`
    package static var built: String { "\(SECRET_MAJOR_VERSION).\(SECRET_MINOR_VERSION).\(SECRET_MICRO_VERSION)" }
}
