import Live

/// A field of one row with its label, hint, error and footer.
public struct FieldRow {
    let id: String
    let label: String
    let hint: HTML?
    let attributes: HTML
    let error: HTML?
    let isInvalid: Bool
    let foot: HTML?
    let reveal: String?
    let area: HTML?

    /// - Parameters:
    ///   - id: the id of the `<input>` or `<textarea>`.
    ///   - label: its visible name.
    ///   - hint: an explanation between label and field.
    ///   - attributes: attributes of that element: its name and live input, type, value and `autocomplete`.
    ///   - error: the element for the error message, with the id `…-error` and ``errorAttributes(_:)``; its text is
    ///     empty without an error.
    ///   - isInvalid: whether the value is invalid when the page is rendered; later the script updates `aria-invalid`.
    ///   - foot: an element beside the error, with the id `…-foot`.
    ///   - reveal: accessible name of the button that shows a password; nil for a field that isn't a password.
    ///   - area: content of a `<textarea>` of one row, into which several lines can be pasted; nil for an `<input>`. With
    ///     a script, Enter submits the form, and Shift and Enter begin a line.
    public init(
        id: String, label: String, hint: HTML? = nil, attributes: HTML, error: HTML? = nil, isInvalid: Bool = false,
        foot: HTML? = nil, reveal: String? = nil, area: HTML? = nil
    ) {
        (self.id, self.label, self.hint, self.attributes) = (id, label, hint, attributes)
        (self.error, self.isInvalid, self.foot, self.reveal) = (error, isInvalid, foot, reveal)
        self.area = area
    }

    /// Returns the attributes of the element that holds the error message of the field with that id: a `<p>`, or the element of a
    /// slot.
    public static func errorAttributes(_ id: String) -> HTML {
        "class='field-error' data-for='\(id)' aria-live='polite'"
    }

    /// The row.
    public var html: HTML {
        """
        <div class="field">
        <label for="\(id)">\(label)</label>
        \(hint.map { "<p class='hint' id='\(id)-hint'>\($0)</p>" })
        <div class="entry"><\((area == nil ? "input" : "textarea rows='1' data-lines") as HTML) id="\(id)" \(attributes)\
        \(describedBy(id, hint: hint, error: error, foot: foot))\(if: isInvalid, " aria-invalid='true'")>\
        \(area.map { "\($0)</textarea>" })\
        \(reveal.map(revealButton))</div>
        <div class="field-foot">\(error)\(foot)</div>
        </div>
        """
    }

    /// The button that shows the password. It is hidden until the script shows it, since it needs the script.
    private func revealButton(_ name: String) -> HTML {
        """
        <button type="button" class="reveal" hidden data-reveal="\(id)" aria-pressed="false" aria-label="\(name)" \
        title="\(name)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12c2.6-4.6 6-7 10-7s7.4 2.4 10 7c-2.6 \
        4.6-6 7-10 7s-7.4-2.4-10-7Z"/><circle cx="12" cy="12" r="3"/><path class="lid" d="m4 20 16-16"/></svg></button>
        """
    }
}

/// A checkbox or radio button with its label.
public struct CheckRow {
    let id: String
    let label: HTML
    let hint: HTML?
    let attributes: HTML
    let error: HTML?
    let isInvalid: Bool
    let type: String

    /// - Parameters:
    ///   - id: the id of the `<input>`.
    ///   - label: its visible name.
    ///   - hint: an explanation below it.
    ///   - attributes: attributes of the `<input>`: its name, value and live input.
    ///   - error: the element for the error message, as for a ``FieldRow``.
    ///   - isInvalid: whether the value is invalid when the page is rendered.
    ///   - type: the input's type: `checkbox`, or `radio` for one of several exclusive choices.
    public init(
        id: String, label: HTML, hint: HTML? = nil, attributes: HTML, error: HTML? = nil, isInvalid: Bool = false,
        type: String = "checkbox"
    ) {
        (self.id, self.label, self.hint, self.attributes) = (id, label, hint, attributes)
        (self.error, self.isInvalid, self.type) = (error, isInvalid, type)
    }

    /// The row.
    public var html: HTML {
        """
        <div class="check">
        <label for="\(id)"><input type="\(type)" id="\(id)" \(attributes)\
        \(describedBy(id, hint: hint, error: error))\
        \(if: isInvalid, " aria-invalid='true'")><span>\(label)</span></label>
        \(hint.map { "<div class='hint' id='\(id)-hint'>\($0)</div>" })
        \(error)
        </div>
        """
    }
}

/// A drop-down list.
public struct SelectRow {
    let id: String
    let label: String
    let hint: HTML?
    let attributes: HTML
    let options: HTML
    let error: HTML?

    /// - Parameters:
    ///   - id: the id of the `<select>`.
    ///   - label: its visible name.
    ///   - hint: an explanation between label and list.
    ///   - attributes: attributes of the `<select>`: its name and live input.
    ///   - options: the `<option>` elements.
    ///   - error: the element for the error message, as for a ``FieldRow``.
    public init(
        id: String, label: String, hint: HTML? = nil, attributes: HTML, options: HTML, error: HTML? = nil
    ) {
        (self.id, self.label, self.hint) = (id, label, hint)
        (self.attributes, self.options, self.error) = (attributes, options, error)
    }

    /// The row.
    public var html: HTML {
        """
        <div class="field">
        <label for="\(id)">\(label)</label>
        \(hint.map { "<p class='hint' id='\(id)-hint'>\($0)</p>" })
        <div class="entry choice"><select id="\(id)" \(attributes)\
        \(describedBy(id, hint: hint, error: error))>\(options)</select></div>
        \(error.map { "<div class='field-foot'>\($0)</div>" })
        </div>
        """
    }
}

/// The `aria-describedby` attribute of a field, which names its hint, error and footer; empty without any of them.
func describedBy(_ id: String, hint: HTML?, error: HTML?, foot: HTML? = nil) -> HTML {
    let places = [(hint, "hint"), (error, "error"), (foot, "foot")].filter { $0.0 != nil }.map { "\(id)-\($0.1)" }
    return places.isEmpty ? "" : " aria-describedby='\(places.joined(separator: " "))'"
}
