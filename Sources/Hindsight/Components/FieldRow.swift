import Live

/// A single-line field with its label, hint, error and footer.
struct FieldRow {
    let id: String
    let label: String
    var hint: HTML?
    /// Attributes of the `<input>`: its name and live input, type, value and `autocomplete`.
    let attributes: HTML
    /// The element for the error message, with the id `…-error` and ``errorAttributes(_:)``; its text is empty without
    /// an error.
    var error: HTML?
    /// Whether the value is invalid when the page is rendered; later the script updates `aria-invalid`.
    var isInvalid = false
    /// An element beside the error, with the id `…-foot`.
    var foot: HTML?
    /// Accessible name of the button that shows a password; nil for a field that isn't a password.
    var reveal: String?

    /// Attributes of the element that holds the error message of the field with that id: a `<p>`, or the element of a
    /// slot.
    static func errorAttributes(_ id: String) -> HTML { "class='field-error' data-for='\(id)' aria-live='polite'" }

    var html: HTML {
        """
        <div class="field">
        <label for="\(id)">\(label)</label>
        \(hint.map { "<p class='hint' id='\(id)-hint'>\($0)</p>" })
        <div class="entry"><input id="\(id)" \(attributes)\
        \(describedBy(id, hint: hint, error: error, foot: foot))\(if: isInvalid, " aria-invalid='true'")>\
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
struct CheckRow {
    let id: String
    let label: HTML
    var hint: HTML?
    /// Attributes of the `<input>`: its name, value and live input.
    let attributes: HTML
    var error: HTML?
    var isInvalid = false
    /// The input's type: `checkbox`, or `radio` for one of several exclusive choices.
    var type = "checkbox"

    var html: HTML {
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
struct SelectRow {
    let id: String
    let label: String
    var hint: HTML?
    let attributes: HTML
    /// The `<option>` elements.
    let options: HTML
    var error: HTML?

    var html: HTML {
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
private func describedBy(_ id: String, hint: HTML?, error: HTML?, foot: HTML? = nil) -> HTML {
    let places = [(hint, "hint"), (error, "error"), (foot, "foot")].filter { $0.0 != nil }.map { "\(id)-\($0.1)" }
    return places.isEmpty ? "" : " aria-describedby='\(places.joined(separator: " "))'"
}
