import HindsightDomain
import Live

extension MarkedText {
    /// The text with its matches in `<mark>`, and an ellipsis where it is cut off.
    var html: HTML {
        """
        \(if: isCutBefore, "…")\(pieces.map { piece -> HTML in
            piece.isMarked ? "<mark>\(piece.text)</mark>" : "\(piece.text)"
        })\(if: isCutBehind, "…")
        """
    }
}
