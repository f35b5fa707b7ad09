// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import AccountModel
internal import AgentClient
public import CAcctstore

@c @implementation
public func acctstore_list(
    _ store: OpaquePointer!, _ service: UnsafePointer<CChar>!, _ options: UnsafePointer<acctstore_options>!,
    _ accounts: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_accounts>?>!,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe accounts?.pointee = nil
    return unsafe answering(error) { () throws(BrokerError) in
        let slot = try unsafe Argument.required(accounts, "accounts")
        let service: Service? = unsafe service == nil ? nil : try unsafe Argument.service(service)
        let found = try unsafe Argument.store(store).call(CallSettings(options)) { broker throws(BrokerError) in
            try await broker.accounts(of: service)
        }
        unsafe slot.pointee = Arena.place(found)
    }
}

@c @implementation
public func acctstore_accounts_free(_ accounts: UnsafeMutablePointer<acctstore_accounts>!) {
    unsafe Arena.free(accounts)
}

@c @implementation
public func acctstore_request_access(
    _ store: OpaquePointer!, _ service: UnsafePointer<CChar>!, _ account: UnsafePointer<CChar>!,
    _ permissions: UInt32, _ options: UnsafePointer<acctstore_options>!, _ granted: UnsafeMutablePointer<Int32>!,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe granted?.pointee = 0
    return unsafe answering(error) { () throws(BrokerError) in
        let service = try unsafe Argument.service(service)
        let target = try unsafe accessTarget(account, of: service)
        let permissions = try accessPermissions(permissions)
        let isGranted = try unsafe Argument.store(store).call(CallSettings(options)) { broker throws(BrokerError) in
            try await broker.requestAccess(to: target, of: service, for: permissions)
        }
        if isGranted { unsafe granted?.pointee = 1 }
    }
}

private func accessTarget(
    _ account: UnsafePointer<CChar>?, of service: Service
) throws(BrokerError) -> GrantTarget {
    guard let account = unsafe account else { return .selected(nil) }
    if try unsafe Argument.text(account, "account") == ACCTSTORE_EVERY_ACCOUNT { return .service(service) }
    return .selected(.id(try unsafe Argument.account(account)))
}

private func accessPermissions(_ bits: UInt32) throws(BrokerError) -> Permissions {
    guard bits != 0, bits & ~(ACCTSTORE_READ | ACCTSTORE_WRITE | ACCTSTORE_REVEAL) == 0 else {
        throw .invalid(
            "permissions: \(bits) is none of ACCTSTORE_READ, ACCTSTORE_WRITE, ACCTSTORE_REVEAL and their sums")
    }
    let pairs: [(UInt32, Permissions)] = [
        (ACCTSTORE_READ, .read), (ACCTSTORE_WRITE, .write), (ACCTSTORE_REVEAL, .reveal),
    ]
    return Permissions(pairs.filter { bits & $0.0 != 0 }.map(\.1))
}
