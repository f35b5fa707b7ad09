// swift-tools-version: 6.2
import PackageDescription

// A program of one's own that uses acctstore's libraries. The checkout is taken by its path; a copy of this package
// elsewhere names it there.
let package = Package(
    name: "announce",
    dependencies: [.package(name: "acctstore", path: "../..")],
    targets: [
        // What the program does, over any `Broker`: the tests give it one without a bus, a keyring or a network.
        .target(
            name: "Announcing",
            dependencies: [
                .product(name: "AccountModel", package: "acctstore"),
                .product(name: "SocialClient", package: "acctstore"),
            ]),
        .executableTarget(
            name: "announce",
            dependencies: ["Announcing", .product(name: "AgentClient", package: "acctstore")]),
        .testTarget(
            name: "AnnouncingTests",
            dependencies: [
                "Announcing",
                .product(name: "AccountStore", package: "acctstore"),
                .product(name: "AccountStoreTesting", package: "acctstore"),
                .product(name: "OAuth", package: "acctstore"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
