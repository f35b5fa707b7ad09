import AccountModel

extension PersonalFolder {
    func path(_ environment: Environment) -> String? { path { environment[$0] } }
}
