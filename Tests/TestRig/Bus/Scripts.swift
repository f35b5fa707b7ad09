/// The Python programs of the rig, which play the parts of others on the bus.
enum Scripts {
    /// Copies a script to where the rig's user can read it, and answers the path.
    static func copy(_ name: String, into folder: TemporaryFolder) throws(RigError) -> String {
        try folder.copy("\(PackageFiles.root)/Tests/TestRig/Scripts/\(name)", to: "scripts/\(name)")
    }
}
