import AcctstoreCLI
import Glibc

@main enum Main {
    static func main() async {
        exit(await AcctstoreProgram.run())
    }
}
