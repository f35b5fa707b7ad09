// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are those of the header, against which the compiler checks each function.
internal import AccountModel
internal import AgentClient
public import CAcctstore
internal import Glibc

@c @implementation
public func acctstore_sign(
    _ store: OpaquePointer!, _ account: UnsafePointer<CChar>!, _ request: UnsafePointer<acctstore_request>!,
    _ options: UnsafePointer<acctstore_options>!,
    _ signed_request: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_signed_request>?>!,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe signed_request?.pointee = nil
    return unsafe answering(error) { () throws(BrokerError) in
        let slot = try unsafe Argument.required(signed_request, "signed_request")
        let account = try unsafe Argument.account(account)
        let request = try unsafe RequestArgument(request).toSign()
        let signed = try unsafe Argument.store(store).call(CallSettings(options)) { broker throws(BrokerError) in
            try await broker.sign(request, as: account)
        }
        unsafe slot.pointee = Arena.place(signed)
    }
}

@c @implementation
public func acctstore_signed_request_free(_ signed_request: UnsafeMutablePointer<acctstore_signed_request>!) {
    unsafe Arena.free(signed_request)
}

@c @implementation
public func acctstore_perform(
    _ store: OpaquePointer!, _ account: UnsafePointer<CChar>!, _ request: UnsafePointer<acctstore_request>!,
    _ options: UnsafePointer<acctstore_options>!,
    _ response: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_response>?>!,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<acctstore_error>?>!
) -> Int32 {
    unsafe response?.pointee = nil
    return unsafe answering(error) { () throws(BrokerError) in
        let slot = try unsafe Argument.required(response, "response")
        let account = try unsafe Argument.account(account)
        let argument = try unsafe RequestArgument(request)
        let answer = try unsafe Argument.store(store).call(CallSettings(options), isWrite: argument.isWrite) {
            broker throws(BrokerError) in
            try await broker.stream(argument.request, body: argument.body, as: account)
        }
        unsafe slot.pointee = Arena.place(answer, body: try answer.body.handedOut(isWrite: argument.isWrite))
    }
}

@c @implementation
public func acctstore_response_take_body(_ response: UnsafeMutablePointer<acctstore_response>!) -> Int32 {
    guard let response = unsafe response else { return -1 }
    defer { unsafe response.pointee.body = -1 }
    return unsafe response.pointee.body
}

@c @implementation
public func acctstore_response_free(_ response: UnsafeMutablePointer<acctstore_response>!) {
    let body = unsafe acctstore_response_take_body(response)
    if body >= 0 { close(body) }
    unsafe Arena.free(response)
}

extension Descriptor {
    /// A duplicate that belongs to the host.
    ///
    /// - Parameter isWrite: whether this is the answer to what must not be done twice.
    func handedOut(isWrite: Bool = false) throws(BrokerError) -> Int32 {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else {
            let full = BrokerError(.failed, "this process has no descriptor left for the answer")
            throw .givenUp(full, isWrite: isWrite)
        }
        return copy
    }
}
