import AccountStore

/// What a browser shows at the end of a log-in: fixed pages without scripts, which load nothing.
enum CallbackHTML {
    static let headers = [
        ("Cache-Control", "no-store"),
        ("Connection", "close"),
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'"
        ),
        // The address that the browser stands at has the answer in it.
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
    ]

    static func page(_ page: CallbackPage) -> String {
        switch page {
        case .allowed:
            html(
                "Back to the terminal", "✓", "ok",
                "Your answer has arrived. The terminal says how the log-in goes on; you can close this page.")
        case .denied:
            html(
                "Access denied", "–", "no",
                "Nothing is stored, and no program can use the account. You can close this page.")
        case .failed:
            html(
                "The log-in failed", "–", "no",
                "Nothing is stored. The terminal says why; you can close this page.")
        case .refused:
            html(
                "Nothing happened", "?", "no",
                "This request is no answer to a log-in, and it changed nothing. If you are logging in, go back to the "
                    + "terminal, which says how to go on.")
        }
    }

    private static func html(_ title: String, _ mark: String, _ kind: String, _ words: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="data:,">
        <title>\(title) · acctstore</title>
        <style>\(style)</style>
        <main>
        <p class="mark \(kind)" aria-hidden="true">\(mark)</p>
        <h1>\(title)</h1>
        <p>\(words)</p>
        <footer>acctstore</footer>
        </main>
        </html>

        """
    }

    private static let style = """
        :root { --ground: #f6f7f9; --card: #fff; --ink: #1c2128; --soft: #5c6672; --line: #dde1e6; --ok: #1a7f4b; }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #14171b; --card: #1d2126; --ink: #e8ebee; --soft: #9aa4af; --line: #2e343b; --ok: #4cc38a; }
        }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground);
          color: var(--ink); font: 1.05rem/1.55 system-ui, sans-serif; }
        main { box-sizing: border-box; width: min(28rem, 92vw); padding: 2.5rem 2rem 1.5rem; text-align: center;
          background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
        .mark { width: 3.2rem; height: 3.2rem; margin: 0 auto; border: 2px solid; border-radius: 50%;
          font-size: 1.7rem; line-height: 3.2rem; color: var(--soft); }
        .ok { color: var(--ok); }
        h1 { margin: 1.2rem 0 .4rem; font-size: 1.5rem; }
        p { margin: 0 0 1.6rem; }
        footer { padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }

        """
}
