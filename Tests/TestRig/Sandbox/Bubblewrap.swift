/// Arguments of bwrap(1).
package enum Bubblewrap {
    /// A root with the system's programs, and nothing of the person's.
    package static let system = [
        "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink",
        "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
    ]
}
