/// A slot of an open page: knows its newest value, what was shown of it last, and the number of that change.
///
/// A value that has not been rendered is only a mark, never a queue: however many come while nobody can take them, the
/// newest one is rendered when somebody can.
class LiveSlot {
    /// The property's name in the Output.
    let name: String
    /// The `id` of its element, when the Output shows in several places.
    let part: String?
    /// The number of the last change.
    fileprivate(set) var version = 0
    /// Whether an element of the document shows it; an effect has none.
    var isElement = true
    /// Whether the newest value has not been rendered.
    fileprivate(set) var isDirty = false
    /// The page that it is on, which holds it.
    unowned let page: Bindings
    /// The input of the form that its element is in.
    let form: Int?

    init(name: String, part: String? = nil, page: Bindings) {
        self.name = name
        self.part = part
        self.page = page
        form = page.enclosingForm
    }

    /// Whether the content as last rendered lets a visitor send that input with that value.
    func offers(_ input: Int, value: String) -> Bool { false }

    /// There is something new to render.
    func mark() {
        isDirty = true
        page.hasNews = true
    }

    /// Renders what is new. When that differs from what was rendered before, the slot takes a new number.
    final func refresh() {
        isDirty = false
        render()
    }

    /// The change of this moment has the next number.
    final func takeVersion() -> Int {
        version = page.takeVersion()
        return version
    }

    /// Renders the newest value; see ``refresh()``.
    func render() {}

    /// Writes the element's whole content, as last rendered.
    func writeContent(into rendering: inout Rendering) {}

    /// The events that bring a page from the change `version` up to date: nothing when it is. Nil is a page of which
    /// nothing is known: it gets everything.
    func events(since version: Int?) -> [SlotEvent] { [] }

    /// Lets go of what is only needed until it has been sent.
    func wasSent() {}

    /// Forgets what happened before the plain post that is answered next: it would be told twice.
    func forgetMoments() {}
}

/// One server-sent event of a slot.
struct SlotEvent {
    var name: String
    var version: Int
    var data: [UInt8]
}
