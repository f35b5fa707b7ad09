internal import CGio

/// What a call or its answer carries.
package struct BusMessage: Sendable {
    package let arguments: [Variant]
    /// The descriptors that came along; `handle` arguments are indices into them.
    package let descriptors: [OwnedDescriptor]

    package init(arguments: [Variant], descriptors: [OwnedDescriptor]) {
        self.arguments = arguments
        self.descriptors = descriptors
    }

    /// The argument at a place, or nil where there are fewer.
    package subscript(index: Int) -> Variant? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }

    /// The descriptor that a `handle` value stands for; nil for another type and for an index that is not there.
    package func descriptor(_ value: Variant?) -> OwnedDescriptor? {
        guard let index = value?.handle, descriptors.indices.contains(Int(index)) else { return nil }
        return descriptors[Int(index)]
    }
}

/// GUnixFDList, to and from.
enum DescriptorList {
    /// A list of duplicates: the caller's descriptors stay the caller's. Nil for none.
    ///
    /// - Throws: what `dup` says, such as too many open files.
    static func make(_ descriptors: [Int32]) throws(GLibError) -> GObjectReference? {
        guard !descriptors.isEmpty, let list = unsafe GObjectReference(taking: OpaquePointer(g_unix_fd_list_new()))
        else { return nil }
        for descriptor in descriptors {
            _ = try withGError { slot in
                unsafe g_unix_fd_list_append(list.pointer(as: GUnixFDList.self), descriptor, slot)
            }
        }
        return list
    }

    /// Takes the descriptors out of a list, which is empty afterwards.
    static func take(from list: UnsafeMutablePointer<GUnixFDList>?) -> [OwnedDescriptor] {
        guard let list = unsafe list else { return [] }
        var count: gint = 0
        guard let numbers = unsafe g_unix_fd_list_steal_fds(list, &count) else { return [] }
        defer { unsafe g_free(numbers) }
        return unsafe UnsafeBufferPointer(start: numbers, count: Int(count)).map { OwnedDescriptor(taking: $0) }
    }
}
