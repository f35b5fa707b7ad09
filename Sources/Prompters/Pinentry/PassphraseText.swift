import AccountModel
import AccountStore

/// What a dialog for a passphrase says.
struct PassphraseText {
    let question: PassphraseQuestion
    let program: ProgramIdentity
    let alphabet: DialogText.Alphabet

    var description: String {
        let path = VisibleText.line(question.path, limit: 200)
        let who = QuestionText.name(of: program, limit: 120)
        let sentence =
            switch question.purpose {
            case .opening: "\(who) needs the vault \(path), which is locked."
            case .setting: "\(who) wants a new passphrase for the vault \(path). Nobody can open it without."
            }
        return DialogText.shown(sentence, in: alphabet).assuanEscaped
    }

    var prompt: String { question.purpose == .setting ? "New passphrase:" : "Passphrase:" }

    var complaint: String? { question.complaint.map { DialogText.shown($0, in: alphabet).assuanEscaped } }
}
