import CommandLineKit

/// A tool that has one of everything a description can say.
enum SampleTool {
    enum When: String, CaseIterable, ArgumentValue {
        case auto, always, never
    }

    enum Format: String, CaseIterable, ArgumentValue {
        case header, curl, json
    }

    /// A length of time such as `8h`, in hours.
    struct Hours: ArgumentValue, Equatable {
        static let expectation: String? = "a number with h"
        let count: Int

        init?(argument: RawArgument) {
            guard let text = argument.text, text.hasSuffix("h"), let count = Int(text.dropLast()) else { return nil }
            self.count = count
        }
    }

    static let verbose = Flag("v", "verbose", help: "Say more; twice says all.")
    static let quiet = Flag("q", "quiet", help: "Say nothing but errors.")
    static let color = Option<When>("color", value: "WHEN", default: "auto", help: "When to use colours.")
    static let debug = Flag("debug-internals", help: "For the makers.", hidden: true)

    static let tool = Command(
        "depot",
        abstract: "Keep accounts in one place and let programs use them.",
        discussion: """
            Accounts are kept by the system, and a program that wants to use one has to ask. The person answers once, and \
            the answer holds until it is taken back.

              depot add twitter     is a good first step
            """,
        parameters: [verbose, quiet, color, debug],
        subcommands: [
            Add.command, App.command, Remove.command, Timeline.command, Post.command, Sign.command, Run.command,
            Command("selfcheck", abstract: "Look for trouble.", hidden: true),
        ],
        examples: [
            .init("depot add twitter --pin", "Log in with a PIN, as it is done over SSH."),
            .init("depot post -a 2 'It works'", "Post as the account with number 2."),
        ])

    enum Add {
        static let service = Argument<String?>("SERVICE", help: "Where the account is.", completion: .service)
        static let app = Option<String>("app", value: "NAME", default: "default", help: "The app to log in with.")
        static let pin = Flag("pin", help: "Open a page and type the PIN it shows.", section: "Ways to log in")
        static let xauth = Flag("xauth", help: "Give name and password.", section: "Ways to log in")
        static let tokenStdin = Flag(
            "token-stdin", help: "Read a token that you have from standard input.", section: "Ways to log in")
        static let duration = Option<Hours?>("for", value: "TIME", help: "How long it is kept, such as 8h.")

        static let command = Command(
            "add", aliases: ["new"], abstract: "Log in to an account.",
            parameters: [service, app, pin, xauth, tokenStdin, duration],
            exclusive: [ExclusiveGroup(pin, xauth, tokenStdin)], section: "Account")
    }

    enum App {
        static let service = Argument<String>("SERVICE", help: "The service it is registered at.", completion: .service)
        static let name = Option<String>(
            "app", value: "NAME", default: "default", help: "The name of the app.", completion: .app)
        static let key = Option<String>("key", value: "K", help: "The consumer key.")
        static let json = Flag("json", help: "Print JSON.")

        static let command = Command(
            "app", abstract: "Set, list and remove apps.",
            subcommands: [
                Command("list", abstract: "List the apps.", parameters: [json]),
                Command("set", abstract: "Keep the keys of an app.", parameters: [service, name, key]),
                Command("remove", abstract: "Forget an app.", parameters: [service, name]),
            ],
            defaultSubcommand: "list")
    }

    enum Remove {
        static let account = Argument<String>("ACCOUNT", help: "Number or name.", completion: .account)
        static let yes = Flag("yes", "y", help: "Do not ask.")

        static let command = Command(
            "remove", abstract: "Remove an account.", parameters: [account, yes], section: "Account")
    }

    enum Timeline {
        static let account = Option<String?>("a", value: "ACCOUNT", help: "Number or name.", completion: .account)
        static let count = Option<Int>("n", "count", value: "N", default: "20", help: "How many posts.")
        static let user = Argument<String>("NAME", help: "Whose posts.")
        static let query = Argument<[String]>("QUERY", help: "What to look for.", atLeastOne: true)

        static let command = Command(
            "timeline", abstract: "Read.", parameters: [account, count],
            subcommands: [
                Command("home", abstract: "Posts of those you follow."),
                Command("user", abstract: "Posts of one person.", parameters: [user]),
                Command("search", abstract: "Posts that match.", parameters: [query]),
            ],
            defaultSubcommand: "home")
    }

    enum Post {
        static let account = Option<String?>("a", value: "ACCOUNT", help: "Number or name.", completion: .account)
        static let body = Option<RawArgument?>(
            "body", value: "FILE", help: "A file with the text; - is standard input.", completion: .file)
        static let text = Argument<RawArgument?>("TEXT", help: "What to say; by itself or with - standard input.")

        static let command = Command(
            "post", abstract: "Say something.", parameters: [account, body, text])
    }

    enum Sign {
        static let data = Option<[String]>("d", value: "K=V", help: "A parameter.", mayStartWithDash: true)
        static let format = Option<Format>("format", value: "FORMAT", default: "header", help: "What to print.")
        static let method = Argument<String>(
            "METHOD", help: "The method of the request.", completion: .list(["GET", "POST"]))
        static let url = Argument<String>("URL", help: "The address, whole.")
        static let read = Flag("read", help: "For reading.")
        static let write = Flag("write", help: "For writing.")

        static let command = Command(
            "sign", abstract: "Sign a request.", parameters: [data, format, method, url, read, write],
            exclusive: [ExclusiveGroup(read, write, required: true)])
    }

    enum Run {
        static let account = Option<[String]>("account", value: "ACCOUNT", help: "Which accounts.")
        static let files = Argument<[String]>("FILE", help: "Files to read first.", completion: .file)
        static let program = Argument<[RawArgument]>(
            "COMMAND", help: "What to run.", completion: .commandLine, placement: .afterTerminator, atLeastOne: true)
        static let command = Command(
            "run", abstract: "Run a program with accounts.", parameters: [account, files, program], section: "Program")
    }
}
