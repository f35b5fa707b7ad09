package import AccountModel
internal import GLibBridge

/// `Broker.accessLog`
package struct GetAccessLog: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetAccessLog"
    package let query: AccessLogQuery

    package init(query: AccessLogQuery) {
        self.query = query
    }

    package func write(to message: inout MessageWriter) {
        message.add(.strings(query.programs.map(\.description)))
        message.add(query.account?.description ?? "")
        message.add(.uint32(UInt32(clamping: query.count)))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        var programs: [ProgramIdentity] = []
        for text in try message.strings() {
            guard let program = ProgramIdentity(text) else { throw MalformedMessage("'\(text)' is not a program") }
            programs.append(program)
        }
        query = AccessLogQuery(
            programs: programs, account: try message.optionalSelector(), count: try message.number())
    }

    /// Lines as the file has them: one form for both.
    package static func write(_ answer: AccessLogExcerpt, to message: inout MessageWriter) {
        message.add(.strings(answer.records.map(\.line)))
        message.add(.uint32(UInt32(clamping: answer.unreadable)))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> AccessLogExcerpt {
        var records: [AccessRecord] = []
        for line in try message.strings() {
            guard let record = AccessRecord(line: line.utf8) else { throw MalformedMessage("a line is no record") }
            records.append(record)
        }
        return AccessLogExcerpt(records: records, unreadable: try message.number())
    }
}
