import SecretBytes

/// What a passphrase becomes for one salt: the keys of one file. The passphrase itself is not kept.
struct SealingKeys: Sendable {
    let cost: ScryptCost
    let salt: [UInt8]
    private let master: SharedSecret
    /// Each secret is sealed by itself under this key, also while the content is open in memory.
    let secrets: SharedSecret

    /// It blocks its thread for as long as the cost says.
    init(
        passphrase: SharedSecret, salt: [UInt8], cost: ScryptCost
    ) throws(FormatTrouble) {
        self.cost = cost
        self.salt = salt
        let master = try inFormatTerms { () throws(CipherFailure) in
            try Scrypt.key(for: passphrase, salt: salt, cost: cost)
        }
        self.master = master
        secrets = try inFormatTerms { () throws(CipherFailure) in
            try HKDF.key(from: master, purpose: Array("acctstore/1 secrets".utf8))
        }
    }

    /// Keys for a new file, or for one that gets another passphrase or cost.
    static func new(passphrase: SharedSecret, cost: ScryptCost) throws(FormatTrouble) -> SealingKeys {
        let salt = try inFormatTerms { () throws(CipherFailure) in try RandomBytes.make(SealedHeader.saltLength) }
        return try SealingKeys(passphrase: passphrase, salt: salt, cost: cost)
    }

    func belong(to header: SealedHeader) -> Bool {
        header.salt == salt && header.cost == cost
    }

    /// The key of one writing's content.
    func content(seed: [UInt8]) throws(FormatTrouble) -> SharedSecret {
        try inFormatTerms { () throws(CipherFailure) in
            try HKDF.key(from: master, salt: seed, purpose: Array("acctstore/1 content".utf8))
        }
    }

    /// What only the passphrase makes of a header. It shows a wrong passphrase without a guess at the content, and a header
    /// that was put together by somebody without it.
    func proof(of header: SealedHeader) throws(FormatTrouble) -> SharedSecret {
        try inFormatTerms { () throws(CipherFailure) in
            try HKDF.key(from: master, purpose: Array("acctstore/1 header".utf8) + header.provenBytes)
        }
    }

    func prove(_ header: SealedHeader) throws(FormatTrouble) -> Bool {
        try proof(of: header).isSame(as: header.proof.span)
    }
}
