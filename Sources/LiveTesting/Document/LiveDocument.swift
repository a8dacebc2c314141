/// The document of a page: its markup, the text typed into its fields, and the focus. Events change it as
/// `Public/live.js` does.
final class LiveDocument {
    let root: Node
    /// The `id` of the element that has the focus.
    var focused: String?
    /// Keys of the fields that were typed in.
    private(set) var edited: Set<FieldKey> = []

    /// The identity of a field among those of the same name in other forms.
    struct FieldKey: Hashable {
        var form: [String]
        var name: String

        init(_ field: Node) {
            form = field.form.map { [$0.id, $0["action"] ?? "", $0["data-value"] ?? ""] } ?? []
            name = field["name"] ?? field["data-input"] ?? field.id
        }
    }

    init(_ html: String) {
        root = MarkupParser.parse(html)
    }

    func element(withID id: String) -> Node? {
        root.descendants.first { $0.id == id }
    }

    // MARK: Typing

    func type(_ text: String, into field: Node) {
        field.typed = text
        edited.insert(FieldKey(field))
    }

    func choose(_ field: Node, _ isOn: Bool) {
        if field["type"] == "radio" {
            for other in (field.form ?? root).descendants where other.isChoice && FieldKey(other) == FieldKey(field) {
                other.chosen = false
            }
        }
        field.chosen = isOn
        edited.insert(FieldKey(field))
    }

    /// Sets the fields of an input to a text that was changed elsewhere. The visitor's own text only gets the new
    /// basis.
    ///
    /// - Parameter text: the new text; nil if the fields keep their own, of which the server sent only the beginning.
    func fill(_ input: String, _ text: String?, basis: String?) {
        for field in root.descendants where field.isField && field["data-input"] == input {
            let text = text ?? field.value
            let isOwn = !field.isChoice && field.typed == text && edited.contains(FieldKey(field))
            if field.isChoice {
                field.chosen = field.value == text
            } else {
                field.typed = text
                field.set("data-basis", basis)
                // The hidden field beside it carries the same basis in a plain post.
                let twin = root.descendants.first { $0["name"] == "\(field["name"] ?? "").basis" }
                if let basis { twin?.set("value", basis) }
            }
            if !isOwn { edited.remove(FieldKey(field)) }
        }
    }

    /// The live fields that were typed in; for choices only those that are checked.
    var typedFields: [Node] {
        root.descendants.filter {
            $0.isField && $0["data-input"] != nil && edited.contains(FieldKey($0)) && (!$0.isChoice || $0.isChecked)
        }
    }

    /// Marks all fields as not typed in.
    func forgetTyping() { edited = [] }

    /// Empties the one-time messages, which count as read when the visitor does something else.
    func clearMoments() {
        for moment in root.descendants where moment["data-moment"] != nil { moment.setChildren([]) }
        dropFocus(within: nil)
    }

    // MARK: Events

    /// Replaces the content of an Output's elements.
    func show(_ output: String, _ html: String) {
        for element in root.descendants where element["data-output"] == output {
            if element["data-list"] != nil {
                patchList(element, html)
            } else if element["data-part"] != nil {
                let part = MarkupParser.parse(html).elements.first
                if let part, part.id == element.id { replace(element) { element.setChildren(part.children) } }
            } else {
                replace(element) { element.setChildren(MarkupParser.parse(html).children) }
            }
        }
    }

    private func patchList(_ list: Node, _ html: String) {
        for row in MarkupParser.parse(html).elements {
            let old = row.id.isEmpty ? nil : list.descendants.first { $0.id == row.id }
            if row["data-reset"] != nil {
                list.setChildren([])
            } else if row["data-removed"] != nil {
                old?.remove()
            } else if let after = row["data-after"] {
                row.attributes.removeAll { $0.name == "data-after" }
                let place = after.isEmpty ? nil : list.elements.first { $0.id == after }
                replace(old, with: row) {
                    old?.remove()
                    list.put(row, after: place)
                }
            } else if let old {
                replace(old, with: row) { old.replace(with: row) }
            }
        }
        dropFocus(within: list)
    }

    private func replace(_ element: Node, put: () -> Void) {
        replace(element, with: element, put: put)
        dropFocus(within: element)
    }

    /// Replaces an element and keeps the text that was typed into its fields.
    private func replace(_ old: Node?, with fresh: Node, put: () -> Void) {
        let typed = (old?.descendants ?? []).filter { $0.isField && edited.contains(FieldKey($0)) }
            .map { (key: FieldKey($0), value: $0.value, isChecked: $0.isChecked, isChoice: $0.isChoice) }
        put()
        for field in fresh.descendants where field.isField {
            let same = typed.first {
                $0.key == FieldKey(field) && (!$0.isChoice || $0.value == field.value)
            }
            guard let same else { continue }
            if same.isChoice { field.chosen = same.isChecked } else { field.typed = same.value }
        }
    }

    /// Removes the focus from an element that is gone, and moves it to the element in `fresh` that asks for it, if any.
    private func dropFocus(within fresh: Node?) {
        guard let id = focused, element(withID: id) == nil else { return }
        focused = fresh?.descendants.first { $0["data-focus"] != nil }?.id
    }
}
