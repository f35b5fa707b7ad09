/// The systemd unit that a process belongs to, read from its control group.
enum UnitName {
    /// - Parameter controlGroups: the text of `/proc/PID/cgroup`: `0::/user.slice/…/nightly.service`.
    /// - Returns: `nightly.service`; `nil` for a scope, such as a log-in's, and where systemd does not manage groups.
    static func service(in controlGroups: String) -> String? {
        guard let path = path(in: controlGroups) else { return nil }
        // A service may make groups below its own; a scope inside a service is not that service.
        for component in path.split(separator: "/").reversed() {
            if component.hasSuffix(".scope") || component.hasSuffix(".slice") { return nil }
            if component.hasSuffix(".service") { return isManager(component) ? nil : String(component) }
        }
        return nil
    }

    /// Whether a process in these groups is a user's service manager itself.
    static func isManagersOwn(_ controlGroups: String) -> Bool {
        guard let parts = path(in: controlGroups)?.split(separator: "/"), let last = parts.last else { return false }
        return last == "init.scope" && (parts.count == 1 || isManager(parts[parts.count - 2]))
    }

    private static func isManager(_ component: Substring) -> Bool {
        component.hasPrefix("user@") && component.hasSuffix(".service")
    }

    /// The unified hierarchy's path, else that of systemd's own (cgroups(7)).
    private static func path(in controlGroups: String) -> Substring? {
        let lines = controlGroups.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 2) }
        let unified = controlGroups.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
        if let unified, unified != "/" { return unified }
        return lines.first { $0.count == 3 && $0[1] == "name=systemd" }?[2] ?? unified
    }
}
