import HindsightDomain
import Live

extension MarkedText {
    /// The text with its marks, and an ellipsis where it is cut.
    var html: HTML {
        """
        \(if: isCutBefore, "…")\(pieces.map { piece -> HTML in
            piece.isMarked ? "<mark>\(piece.text)</mark>" : "\(piece.text)"
        })\(if: isCutBehind, "…")
        """
    }
}
