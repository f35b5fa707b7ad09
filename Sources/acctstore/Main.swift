import AcctstoreCLI

@main enum Main {
    static func main() {
        AcctstoreProgram.main()
    }
}
