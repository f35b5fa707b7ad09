/// Names of the Secret Service API, version 0.2 (freedesktop.org).
enum SecretServiceNames {
    static let bus = "org.freedesktop.secrets"
    static let servicePath = "/org/freedesktop/secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let prompt = "org.freedesktop.Secret.Prompt"
    static let properties = "org.freedesktop.DBus.Properties"
    /// Where an object path stands for "none": no prompt needed, no such alias.
    static let noObject = "/"
    /// The attribute that holds the schema's name, by libsecret's convention.
    static let schemaAttribute = "xdg:schema"
    /// What KeePassXC tells of every entry, beside the attributes that it was given; the person may have written it.
    ///
    /// It refuses a change that names the last two (2.7.4), even with the values that they have.
    static let attributesOfKeePassXC: Set = ["Title", "UserName", "URL", "Notes", "Uuid", "Path"]
}
