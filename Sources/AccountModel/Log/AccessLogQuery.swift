/// Which part of the access log somebody wants to see.
public struct AccessLogQuery: Hashable, Sendable {
    /// Only uses by one of these programs, each matched as that of a grant is; empty for uses by any.
    public var programs: [ProgramIdentity]
    /// Only uses of this account, be it gone by now.
    public var account: AccountSelector?
    /// Uses at most: the latest.
    public var count: Int

    /// A query for the latest uses; for all of them where neither programs nor an account are given.
    public init(programs: [ProgramIdentity] = [], account: AccountSelector? = nil, count: Int) {
        self.programs = programs
        self.account = account
        self.count = count
    }
}

/// What the access log has for a query.
public struct AccessLogExcerpt: Hashable, Sendable {
    /// In the order in which they were written, which is that of their times unless the clock was set: the latest last.
    public var records: [AccessRecord]
    /// Lines on the way to them that could not be read: torn when a machine went down, or written by something else.
    public var unreadable: Int

    /// Makes an excerpt of its parts.
    public init(records: [AccessRecord], unreadable: Int = 0) {
        self.records = records
        self.unreadable = unreadable
    }
}

/// How the access log fares.
public struct AccessLogStatus: Hashable, Sendable {
    /// The file's path; `nil` where there is no place for one.
    public var path: String?
    /// Whether the configuration wants a log.
    public var isOn: Bool
    /// Why it cannot be written or read; `nil` where all is well.
    public var trouble: String?
    /// The uses that could not be written since the agent began.
    public var missing: Int
    /// The uses that wait to be written, since another process has the file.
    public var waiting: Int

    /// Makes a status of its parts.
    public init(path: String? = nil, isOn: Bool, trouble: String? = nil, missing: Int = 0, waiting: Int = 0) {
        self.path = path
        self.isOn = isOn
        self.trouble = trouble
        self.missing = missing
        self.waiting = waiting
    }
}
