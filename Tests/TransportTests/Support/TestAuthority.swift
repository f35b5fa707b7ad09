import TestRig

/// A certificate and its key, as PEM files.
struct Certificate: Sendable {
    let certificate: String
    let key: String
}

/// A certificate authority of the tests' own, made by openssl in a temporary folder.
struct TestAuthority: Sendable {
    /// As `openssl ca` takes it: YYYYMMDDHHMMSSZ.
    struct Validity: Sendable {
        var from: String
        var until: String

        static let valid = Validity(from: "20200101000000Z", until: "20991231235959Z")
        static let expired = Validity(from: "20000101000000Z", until: "20010101000000Z")
        static let future = Validity(from: "20900101000000Z", until: "20991231235959Z")
    }

    private let folder: TemporaryFolder

    /// The authority's own certificate.
    var file: String { folder.path("ca.pem") }

    /// Runs `body` with a new authority, whose files are gone afterwards.
    static func with<Value>(_ body: (TestAuthority) async throws -> Value) async throws -> Value {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let authority = TestAuthority(folder: folder)
        try folder.write("", to: "index.txt")
        try folder.write("01\n", to: "serial")
        try folder.write(configuration(in: folder.path), to: "openssl.cnf")
        try await authority.openssl(
            ["req", "-x509", "-subj", "/CN=Test authority", "-days", "30", "-out", "ca.pem", "-keyout", "ca.key"]
                + newKey)
        return try await body(authority)
    }

    /// A certificate for a host's name or address.
    func certificate(for host: String, _ validity: Validity = .valid) async throws -> Certificate {
        let name = "server-\(host)-\(validity.until)"
        let isAddress = host.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
        try folder.write("subjectAltName=\(isAddress ? "IP" : "DNS"):\(host)\n", to: "\(name).ext")
        try await openssl(
            ["req", "-new", "-subj", "/CN=\(host)", "-out", "\(name).csr", "-keyout", "\(name).key"]
                + TestAuthority.newKey)
        try await openssl([
            "ca", "-batch", "-notext", "-in", "\(name).csr", "-out", "\(name).pem", "-extfile", "\(name).ext",
            "-startdate", validity.from, "-enddate", validity.until,
        ])
        return Certificate(certificate: folder.path("\(name).pem"), key: folder.path("\(name).key"))
    }

    /// A certificate that no authority vouches for.
    func selfSigned(for host: String) async throws -> Certificate {
        try await openssl(
            [
                "req", "-x509", "-subj", "/CN=\(host)", "-addext", "subjectAltName=IP:\(host)", "-days", "30",
                "-out", "self.pem", "-keyout", "self.key",
            ] + TestAuthority.newKey)
        return Certificate(certificate: folder.path("self.pem"), key: folder.path("self.key"))
    }

    /// A file beside the certificates.
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    private func openssl(_ arguments: [String]) async throws {
        let program = Program(
            ["/usr/bin/openssl"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "OPENSSL_CONF": folder.path("openssl.cnf")], user: .current,
            directory: folder.path)
        let outcome = try await program.run()
        guard outcome.status == 0 else { throw RigError("openssl \(arguments): \(outcome.err)") }
    }

    private static func configuration(in folder: String) -> String {
        """
        [ca]
        default_ca=tests
        [tests]
        database=\(folder)/index.txt
        serial=\(folder)/serial
        new_certs_dir=\(folder)
        certificate=\(folder)/ca.pem
        private_key=\(folder)/ca.key
        default_md=sha256
        policy=any
        unique_subject=no
        [any]
        commonName=supplied
        [req]
        distinguished_name=name
        x509_extensions=authority
        [name]
        [authority]
        basicConstraints=critical,CA:true

        """
    }
}
