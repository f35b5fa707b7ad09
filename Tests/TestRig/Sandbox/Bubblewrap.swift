/// Arguments of bwrap(1).
package enum Bubblewrap {
    /// A root with the system's programs, and nothing of the person's.
    package static let system = [
        "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib",
        "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
    ]

    /// Flatpak's file at the root.
    package static func marked(by file: String?) -> [String] {
        file.map { ["--ro-bind", $0, "/.flatpak-info"] } ?? []
    }
}
