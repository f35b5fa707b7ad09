/// The regions that have a flag among the recommended emoji (UTS #51, `emoji-sequences.txt`).
enum RegionFlags {
    /// England, Scotland and Wales, spelt in tags after a black flag.
    static let subdivisions: Set<String> = ["gbeng", "gbsct", "gbwls"]

    static func contains(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        guard let row = letter(first), let column = letter(second) else { return false }
        return secondLetters[row] & (1 << UInt32(column)) != 0
    }

    /// 0 to 25 for the regional indicators A to Z.
    private static func letter(_ scalar: Unicode.Scalar) -> Int? {
        (0x1F1E6...0x1F1FF).contains(scalar.value) ? Int(scalar.value - 0x1F1E6) : nil
    }

    /// For each first letter A to Z, a bit for each second letter.
    private static let secondLetters: [UInt32] = [
        "CDEFGILMOQRSTUWXZ", "ABDEFGHIJLMNOQRSTVWYZ", "ACDFGHIKLMNOPQRUVWXYZ", "EGJKMOZ", "ACEGHRSTU", "IJKMOR",
        "ABDEFGHILMNPQRSTUWY", "KMNRTU", "CDELMNOQRST", "EMOP", "EGHIMNPRWYZ", "ABCIKRSTUVY",
        "ACDEFGHKLMNOPQRSTUVWXYZ", "ACEFGILOPRUZ", "M", "AEFGHKLMNRSTWY", "A", "EOSUW", "ABCDEGHIJKLMNORSTVXYZ",
        "ACDFGHJKLMNORTVWZ", "AGMNSYZ", "ACEGINU", "FS", "K", "ET", "AMW",
    ].map { letters in
        letters.utf8.reduce(0) { bits, letter in bits | 1 << UInt32(letter - UInt8(ascii: "A")) }
    }
}
