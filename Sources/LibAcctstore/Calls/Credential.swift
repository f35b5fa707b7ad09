// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import AccountModel
internal import AgentClient
public import CAcctstore

@c @implementation
public func acctstore_get_credential(
    _ store: OpaquePointer!, _ account: UnsafePointer<CChar>!, _ options: UnsafePointer<acctstore_options>!,
    _ descriptor: UnsafeMutablePointer<Int32>!, _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe descriptor?.pointee = -1
    return unsafe answering(error) { () throws(BrokerError) in
        let slot = try unsafe Argument.required(descriptor, "descriptor")
        let account = try unsafe Argument.account(account)
        let sealed = try unsafe Argument.store(store).call(CallSettings(options)) { broker throws(BrokerError) in
            try await broker.credential(of: account)
        }
        unsafe slot.pointee = try sealed.handedOut()
    }
}
