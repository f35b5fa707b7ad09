import AccountModel
import GLibBridge

/// What Flatpak writes at the root of each of its sandboxes, in `/.flatpak-info` (flatpak-metadata(5)).
package struct FlatpakInfo: Hashable, Sendable {
    /// `org.example.App`
    package var application: String
    /// The number of this start of the application; `nil` where it is not told.
    package var instance: String?

    package init(application: String, instance: String? = nil) {
        self.application = application
        self.instance = instance
    }

    /// Reads the text of the file.
    ///
    /// - Throws: for a text that names no application, or one by a name that cannot be.
    package init(parsing text: [UInt8]) throws(NamingRefusal) {
        let file: KeyFile
        do throws(KeyFileError) {
            file = try KeyFile(parsing: text, file: FlatpakMark.path) { group, key in
                (group == "Application" && key == "name") || (group == "Instance" && key == "instance-id")
            }
        } catch {
            throw NamingRefusal(reason: "its \(FlatpakMark.path) cannot be understood")
        }
        guard let application = file.string("name", in: "Application") else {
            throw NamingRefusal(reason: "its \(FlatpakMark.path) names no application")
        }
        guard SandboxName.isFlatpak(application) else {
            let shown = VisibleText.line(application, limit: 80)
            throw NamingRefusal(reason: "its \(FlatpakMark.path) names an application that cannot be: '\(shown)'")
        }
        self.application = application
        let instance = file.string("instance-id", in: "Instance")
        self.instance = instance.flatMap { FlatpakInfo.isInstance($0) ? $0 : nil }
    }

    /// Flatpak draws a number of 32 bits.
    private static func isInstance(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    }
}
