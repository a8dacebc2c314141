import Streams

/// Turns markup into text for one page, and notes what that markup offers.
struct Renderer {
    /// What the pieces need to know of their page.
    let page: Page
    private(set) var text = ""
    private var isSlotContent = false
    /// What stood before the live element's attributes: they are known only when all its slots have been rendered.
    private var beforeLiveAttributes: String?
    /// The inputs that the rendered markup offers, by name.
    var offers: Set<String> = []

    init(page: Page) {
        self.page = page
    }

    mutating func write(_ html: HTML) {
        for piece in html.pieces {
            switch piece {
            case .markup(let markup): text += markup
            case .input(let mark): write(mark)
            case .slot(let slot): write(slot)
            case .liveAttributes:
                beforeLiveAttributes = text
                text = ""
            case .csrfField:
                text += "<input type=\"hidden\" name=\"csrf\" value=\"\(page.visit.csrf.escapedForHTML())\">"
            }
        }
    }

    /// Markup that is rendered on its own: its text and what it offers.
    ///
    /// - Parameter isSlotContent: the content of a slot is replaced as a whole, so it can't hold another slot.
    static func render(_ html: HTML, page: Page, isSlotContent: Bool = false) -> Fragment {
        var renderer = Renderer(page: page)
        renderer.isSlotContent = isSlotContent
        renderer.write(html)
        return renderer.finish()
    }

    /// What was written, whole.
    private func finish() -> Fragment {
        guard let beforeLiveAttributes else { return Fragment(text: text, offers: offers) }
        let live = page.address.map {
            "data-live=\"\($0)\" data-last=\"\(page.lastEventID)\" data-csrf=\"\(page.visit.csrf.escapedForHTML())\""
        }
        return Fragment(text: beforeLiveAttributes + (live ?? "") + text, offers: offers)
    }

    private mutating func write(_ mark: InputMark) {
        guard let port = page.ports[mark.identity], let name = port.name else {
            assertionFailure("An input in the markup that is no property of the screen's Input")
            return
        }
        offers.insert(name)
        switch mark.kind {
        case .offer: text += "data-input=\"\(name)\""
        case .value(let value): text += "data-input=\"\(name)\" data-value=\"\(value.escapedForHTML())\""
        case .field(let field):
            page.fields[field] = name
            text += "name=\"\(field)\" data-input=\"\(name)\""
        case .choice(let field, let value, let initially):
            page.fields[field] = name
            text += "name=\"\(field)\" value=\"\(value.escapedForHTML())\" data-input=\"\(name)\""
            if port.latest.map({ $0 == value }) ?? initially { text += " checked" }
        case .content(let initial):
            // A parser drops the first line feed of a text area, so one is given to it.
            text += "\n" + (port.latest ?? initial).escapedForHTML()
        case .form(let attributes, let content):
            let action = page.visit.formAction(input: name).escapedForHTML()
            text += "<form method=\"post\" action=\"\(action)\" data-input=\"\(name)\""
            write(attributes: attributes)
            text += ">"
            write(HTML(pieces: [.csrfField]))
            write(content)
            text += "</form>"
        }
    }

    private mutating func write(_ slot: Slot) {
        assert(!isSlotContent, "A slot within a slot: combine the two Outputs instead, with slot(with:)")
        guard let live = page.liveSlot(for: slot) else {
            assertionFailure("An output in the markup that is no property of the view model's Output")
            return
        }
        text +=
            "<\(slot.tag) data-output=\"\(live.name)\"\(slot.isList ? " data-list" : "")\(slot.isMoment ? " data-moment" : "")"
        if let part = slot.part { text += " id=\"\(part.escapedForHTML())\" data-part" }
        write(attributes: slot.attributes)
        text += ">\(live.content)</\(slot.tag)>"
    }

    private mutating func write(attributes: HTML) {
        guard !attributes.pieces.isEmpty else { return }
        text += " "
        write(attributes)
    }
}

/// Rendered markup and the inputs that it offers.
struct Fragment: Equatable {
    var text = ""
    var offers: Set<String> = []
}
