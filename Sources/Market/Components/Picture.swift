import Live

extension ProductPicture {
    /// The address of the file.
    var path: String { Routes.picture.path(file) }

    /// Returns the image.
    ///
    /// - Parameters:
    ///   - description: the words for those who don't see it; empty beside a heading that says the same.
    ///   - isLazy: whether it is loaded when it comes near the part of the page that is seen.
    func image(_ description: String, isLazy: Bool = true) -> HTML {
        """
        <img src="\(path)" width="\(width)" height="\(height)" alt="\(description)" decoding="async"\
        \(if: isLazy, " loading='lazy'")>
        """
    }
}
