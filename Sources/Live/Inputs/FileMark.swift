import Streams

/// The words of a field for files.
public struct FileWords: Sendable {
    /// Label of the button that takes a file out of the field.
    public var remove: String
    /// Label of the button that ends the sending of a file.
    public var cancel: String
    /// Label of the button that sends a file again that was not taken.
    public var retry: String
    /// Returns the sentence that says why a file was not taken.
    public var refusal: @Sendable (FileRefusal) -> String

    /// - Parameters:
    ///   - remove: the label of the button that takes a file out of the field.
    ///   - cancel: the label of the button that ends the sending of a file.
    ///   - retry: the label of the button that sends a file again.
    ///   - refusal: returns the sentence that says why a file was not taken.
    public init(
        remove: String, cancel: String, retry: String, refusal: @escaping @Sendable (FileRefusal) -> String
    ) {
        self.remove = remove
        self.cancel = cancel
        self.retry = retry
        self.refusal = refusal
    }
}

/// A field for files: the hidden text that names those that wait, a row for each, the `<input>` that chooses more, and
/// the row that the script makes others from.
///
/// Without a script a file is taken out by a checkbox when its form is posted.
final class FileMark: BoundNode {
    private let identity: ObjectIdentifier
    private let id: String
    private let words: FileWords
    private let attributes: HTML

    init(_ input: AnyObject, id: String, words: FileWords, _ attributes: HTML) {
        identity = ObjectIdentifier(input)
        self.id = id
        self.words = words
        self.attributes = attributes
    }

    override func write(on page: Bindings, into rendering: inout Rendering) {
        guard let port = page.port(of: identity), let field = port.fileField else {
            return page.note(.inputWithoutName)
        }
        if rendering.isShared { page.note(.formInSharedRow(port.name)) }
        if !rendering.takesFiles { page.note(.fileOutsideForm(port.name)) }
        rendering.offers.insert(port.number, value: nil)
        rendering.hasField = true
        page.setField(port.name, port, form: rendering.form)
        let files = FileFieldText(port.latest ?? "", count: field.count).ids
            .compactMap { page.visit.files?.file($0, of: page.visit.owner) }
            .filter { $0.byteCount <= field.bytesPerFile }
        let name = port.name
        rendering.write(
            """
            <div class="files" data-uploads="\(page.visit.asset("/uploads.js"))" data-most="\(field.count)" \
            data-bytes="\(field.bytesPerFile)">
            <input type="text" hidden autocomplete="off" name="\(name)" data-input="\(name)" \
            value="\(files.map(\.id.description).joined(separator: " "))">
            <ul role="list">\(files.map { row($0, name) })</ul>
            <input type="file" id="\(id)" name="\(name)"\(if: field.count > 1, " multiple")\
            \(if: !field.types.isEmpty, " accept='\(field.types.joined(separator: ","))'") \(attributes)>
            <template>\(newRow)</template>
            </div>
            """, on: page)
    }

    private func row(_ file: WaitingFile, _ name: String) -> HTML {
        """
        <li data-file="\(file.id.description)"><span class="file-name" dir="auto">\(file.name)</span>
        <label><input type="checkbox" name="\(name + FileFieldText.removalSuffix)" value="\(file.id.description)"> \
        \(words.remove)</label></li>
        """
    }

    private var newRow: HTML {
        let refused = FileRefusal.allCases.map(\.rawValue)
        let again: [FileRefusal] = [.tooMany, .busy, .failed]
        return """
            <li><span class="file-name" dir="auto"></span>
            <progress max="1" value="0" data-when="waiting sending"></progress>
            \(FileRefusal.allCases.map {
                "<p class='field-error' role='alert' data-when='\($0.rawValue)' hidden>\(words.refusal($0))</p>"
            })
            <button type="button" data-when="\(again.map(\.rawValue).joined(separator: " "))" data-retry hidden>\
            \(words.retry)</button>
            <button type="button" data-when="waiting sending">\(words.cancel)</button>
            <button type="button" data-when="\((["sent"] + refused).joined(separator: " "))" hidden>\
            \(words.remove)</button></li>
            """
    }
}

extension Observable where Element == SentFiles {
    /// Returns the field of an input of `Page.files(_:)`. It has to be in a form of the runtime (``form(value:_:_:)``),
    /// outside of slots; the form then is a `multipart/form-data`.
    ///
    /// - Parameters:
    ///   - id: the `id` of the `<input>`, which a label names.
    ///   - words: the words of its buttons and messages.
    ///   - attributes: further attributes of the `<input>`.
    public func file(id: String, words: FileWords, _ attributes: HTML = "") -> HTML {
        HTML(node: FileMark(self, id: id, words: words, attributes))
    }
}
