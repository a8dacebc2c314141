import Live
import Streams

/// A field for files with its label, hint and error. The files that wait for the form are listed in it; without the script
/// a file is taken out by its checkbox when the form is sent.
public struct FileRow<Strings: SiteStrings> {
    let strings: Strings
    let id: String
    let label: String
    let hint: HTML?
    let input: Observable<SentFiles>
    let field: FileField
    let error: HTML?
    let isInvalid: Bool

    /// - Parameters:
    ///   - strings: the site's strings.
    ///   - id: the id of the `<input>`.
    ///   - label: its visible name.
    ///   - hint: an explanation between label and field.
    ///   - input: the input of `Page.files(_:)`.
    ///   - field: the field that the input was made with.
    ///   - error: the element for the error message, with the id `…-error` and ``FieldRow/errorAttributes(_:)``.
    ///   - isInvalid: whether the value is invalid when the page is rendered.
    public init(
        strings: Strings, id: String, label: String, hint: HTML? = nil, input: Observable<SentFiles>,
        field: FileField, error: HTML? = nil, isInvalid: Bool = false
    ) {
        (self.strings, self.id, self.label, self.hint, self.input) = (strings, id, label, hint, input)
        (self.field, self.error, self.isInvalid) = (field, error, isInvalid)
    }

    /// The row.
    public var html: HTML {
        """
        <div class="field">
        <label for="\(id)">\(label)</label>
        \(hint.map { "<p class='hint' id='\(id)-hint'>\($0)</p>" })
        \(input.file(id: id, words: strings.fileWords(field), attributes))
        <div class="field-foot">\(error)</div>
        </div>
        """
    }

    private var attributes: HTML {
        "\(describedBy(id, hint: hint, error: error))\(if: isInvalid, " aria-invalid='true'")"
    }
}
