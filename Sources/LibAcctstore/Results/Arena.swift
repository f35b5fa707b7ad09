/// The memory of one result: the structure and all that its pointers lead to, freed as a whole.
///
/// A result carries its arena in front of itself, so that the pointer to the one is enough to free both.
@safe
final class Arena {
    // Owned: allocated here, and freed with this object alone.
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    /// As aligned as what malloc(3) gives.
    private static let alignment = 16

    deinit {
        for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    }

    /// A copy of a text, ended by NUL.
    func text(_ text: String) -> UnsafePointer<CChar> {
        unsafe copy(text.utf8.map(CChar.init(bitPattern:)) + [0])
    }

    func optionalText(_ text: String?) -> UnsafePointer<CChar>? {
        unsafe text.map { unsafe self.text($0) }
    }

    /// A copy of the elements, one behind the other; nil for none.
    func array<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element>? {
        unsafe elements.isEmpty ? nil : copy(elements)
    }

    /// Places a structure; the arena then lives until ``free(_:)`` is given the pointer.
    func place<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: Arena.alignment + MemoryLayout<Value>.stride, alignment: Arena.alignment)
        unsafe block.storeBytes(of: Unmanaged.passRetained(self).toOpaque(), as: UnsafeMutableRawPointer.self)
        return unsafe (block + Arena.alignment).initializeMemory(as: Value.self, to: value)
    }

    /// Frees what ``place(_:)`` gave.
    static func free<Value>(_ pointer: UnsafeMutablePointer<Value>?) {
        guard let pointer = unsafe pointer else { return }
        let block = unsafe UnsafeMutableRawPointer(pointer) - Arena.alignment
        unsafe Unmanaged<Arena>.fromOpaque(block.load(as: UnsafeMutableRawPointer.self)).release()
        unsafe block.deallocate()
    }

    private func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: elements.count * MemoryLayout<Element>.stride, alignment: Arena.alignment)
        unsafe blocks.append(block)
        return unsafe UnsafePointer(block.initializeMemory(as: Element.self, from: elements, count: elements.count))
    }
}
