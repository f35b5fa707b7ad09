import CAcctstore

/// A host in Swift, with a run time of its own: host ACCOUNT URL. More tasks than there are threads for them wait in the
/// library at once.
@main
enum Host {
    static func main() async {
        let handle = open()
        let (account, url) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let signatures = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<128 { group.addTask { sign(handle, account, url) } }
            var all: Set<String> = []
            for await signature in group { if let signature { all.insert(signature) } }
            return all
        }
        acctstore_close(handle.pointer)
        print(signatures.count, "signatures")
    }

    struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    static func open() -> Handle {
        var store: OpaquePointer?
        precondition(acctstore_open(nil, &store, nil) == 0)
        return Handle(pointer: store)
    }

    static func sign(_ handle: Handle, _ account: String, _ url: String) -> String? {
        var signed: UnsafeMutablePointer<acctstore_signed_request>?
        defer { acctstore_signed_request_free(signed) }
        return "GET".withCString { method in
            url.withCString { url in
                var request = acctstore_request()
                request.size = MemoryLayout<acctstore_request>.size
                (request.method, request.url) = (method, url)
                guard acctstore_sign(handle.pointer, account, &request, nil, &signed, nil) == 0, let signed else {
                    return nil
                }
                return String(cString: signed.pointee.headers[0].value)
            }
        }
    }
}
