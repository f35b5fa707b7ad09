import CredentialHandover

@main enum Main {
    static func main() {
        HandoverProgram.main()
    }
}
