import Live

extension ProductPicture {
    /// Returns the image.
    ///
    /// - Parameters:
    ///   - description: the words for those who don't see it; empty beside a heading that says the same.
    ///   - isSmall: whether it is the size that lists show.
    ///   - isLazy: whether it is loaded when it comes near the part of the page that is seen.
    func image(_ description: String, isSmall: Bool = false, isLazy: Bool = true) -> HTML {
        """
        <img src="\(MarketPictures.route.path(isSmall ? smallFile : file))" width="\(width)" height="\(height)" alt="\(description)" decoding="async"\
        \(if: isLazy, " loading='lazy'")>
        """
    }
}
