/// Values as services send them, in which a field may be missing, null, or of another type than last year.
extension JSONNode {
    /// An id: a string, or a number with every digit. Ids are printed and sent again, so that nothing but what ids are
    /// made of passes.
    var id: String? {
        if let number { return number.isAllDigits && number.isOpaqueID ? number : nil }
        return string.flatMap { $0.isOpaqueID ? $0 : nil }
    }

    /// The id in the first of two fields that holds one.
    func id(_ first: String, _ second: String) -> String? {
        self[first]?.id ?? self[second]?.id
    }

    /// A number, or text such as `100+`.
    var count: Post.Count? {
        if let text = string { return Int(text).map(Post.Count.exact) ?? .words(text) }
        return integer.map(Post.Count.exact)
    }
}
