internal import AccountModel
internal import GLibBridge

extension App {
    /// The keys of `app --json`.
    var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "service": .string(service.description), "app": .string(name), "consumer_key": .string(consumerKey),
            "protocol": .string(logInProtocol.rawValue),
        ]
        fields["callback"] = callback.map { .string($0) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            service: try fields.requiredWord("service", "a service", Service.init),
            name: try fields.required("app", fields.string),
            consumerKey: try fields.required("consumer_key", fields.string),
            logInProtocol: try fields.requiredWord("protocol", "a protocol", LogInProtocol.init),
            callback: try fields.string("callback"))
    }
}

extension ServiceProfile {
    var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "service": .string(service.description),
            "title": .string(title),
            "dialect": .string(dialect.rawValue),
            "api": .string(api),
            "text_limit": .uint32(UInt32(clamping: textLimit)),
            "counting": .string(counting.rawValue),
            "url_length": .uint32(UInt32(clamping: urlLength)),
        ]
        fields["upload"] = upload.map { .string($0) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            service: try fields.requiredWord("service", "a service", Service.init),
            title: try fields.required("title", fields.string),
            dialect: try fields.requiredWord("dialect", "a dialect", Dialect.init),
            api: try fields.required("api", fields.string),
            upload: try fields.string("upload"),
            textLimit: try fields.required("text_limit", fields.number),
            counting: try fields.requiredWord("counting", "a way of counting", Counting.init),
            urlLength: try fields.required("url_length", fields.number))
    }
}
