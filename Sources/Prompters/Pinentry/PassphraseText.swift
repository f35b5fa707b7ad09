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
            switch (question.container, question.purpose) {
            case (.vault, .opening): "\(who) needs the vault \(path), which is locked."
            case (.vault, .setting): "\(who) wants a new passphrase for the vault \(path). Nobody can open it without."
            case (.bundle, .opening): "\(who) wants to read the bundle \(path), which carries accounts."
            case (.bundle, .setting):
                "\(who) wants a passphrase for a bundle of your accounts. Nobody can open it without."
            }
        return DialogText.shown(sentence, in: alphabet).assuanEscaped
    }

    var prompt: String { question.purpose == .setting ? "New passphrase:" : "Passphrase:" }

    var complaint: String? { question.complaint.map { DialogText.shown($0, in: alphabet).assuanEscaped } }
}
