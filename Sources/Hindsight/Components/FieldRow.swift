import Live

/// A field of one line, with its label, a hint, what is wrong with it, and what else is to be said below.
struct FieldRow {
    let id: String
    let label: String
    var hint: HTML?
    /// The field's own: its name and what it sends, its type, what the browser may fill in.
    let attributes: HTML
    /// The element that says what is wrong, with the id `…-error` and ``errorAttributes(_:)``; empty while nothing is.
    var error: HTML?
    /// Whether something is wrong when the page is made; from then on the script says so.
    var isInvalid = false
    /// Beside what is wrong: an element with the id `…-foot`.
    var foot: HTML?
    /// The name of the button that shows a password; nil for a field that shows what is typed anyway.
    var reveal: String?

    /// For the element that says what is wrong with the field of that id: `"p"`, or whatever a slot is.
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

    /// Only a script can show a password, so the script shows the button.
    private func revealButton(_ name: String) -> HTML {
        """
        <button type="button" class="reveal" hidden data-reveal="\(id)" aria-pressed="false" aria-label="\(name)" \
        title="\(name)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12c2.6-4.6 6-7 10-7s7.4 2.4 10 7c-2.6 \
        4.6-6 7-10 7s-7.4-2.4-10-7Z"/><circle cx="12" cy="12" r="3"/><path class="lid" d="m4 20 16-16"/></svg></button>
        """
    }
}

/// A box to tick, with the words for it.
struct CheckRow {
    let id: String
    let label: HTML
    var hint: HTML?
    /// The box's own: its name, its value and what it sends.
    let attributes: HTML
    var error: HTML?
    var isInvalid = false
    /// `radio` for one of several, of which one is chosen.
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

/// A field of which one of a few is chosen.
struct SelectRow {
    let id: String
    let label: String
    var hint: HTML?
    let attributes: HTML
    /// `<option>` elements.
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

/// The attribute by which a field says where it is told of.
private func describedBy(_ id: String, hint: HTML?, error: HTML?, foot: HTML? = nil) -> HTML {
    let places = [(hint, "hint"), (error, "error"), (foot, "foot")].filter { $0.0 != nil }.map { "\(id)-\($0.1)" }
    return places.isEmpty ? "" : " aria-describedby='\(places.joined(separator: " "))'"
}
