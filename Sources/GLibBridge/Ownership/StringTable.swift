internal import CGio

/// A GHashTable from text to text that owns copies of its keys and values.
@safe
package final class StringTable: @unchecked Sendable {
    // Written only in `init`, so any thread may read it.
    package let pointer: OpaquePointer

    /// - Throws: `.invalidArgument` when a key or a value has a NUL byte, which C would take for its end.
    package init(_ entries: [String: String]) throws(GLibError) {
        for (key, value) in entries {
            try key.checkNoNUL("an attribute's name")
            try value.checkNoNUL("attribute '\(key)'")
        }
        unsafe pointer = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (key, value) in entries {
            _ = unsafe g_hash_table_insert(pointer, g_strdup(key), g_strdup(value))
        }
    }

    deinit { unsafe g_hash_table_unref(pointer) }

    /// Copies a table of C strings that somebody else owns.
    package static func entries(of table: OpaquePointer) -> [String: String] {
        var entries: [String: String] = [:]
        var iterator = unsafe GHashTableIter()
        unsafe g_hash_table_iter_init(&iterator, table)
        var key: gpointer?
        var value: gpointer?
        while unsafe g_hash_table_iter_next(&iterator, &key, &value) != 0 {
            guard let key = unsafe key, let value = unsafe value else { continue }
            let name = unsafe String(cString: key.assumingMemoryBound(to: CChar.self))
            entries[name] = unsafe String(cString: value.assumingMemoryBound(to: CChar.self))
        }
        return entries
    }
}

extension String {
    /// - Throws: `.invalidArgument` when the text has a NUL byte and so cannot be handed to C whole.
    func checkNoNUL(_ what: @autoclosure () -> String) throws(GLibError) {
        if utf8.contains(0) {
            throw .invalidArgument("\(what()) contains a NUL byte")
        }
    }
}
