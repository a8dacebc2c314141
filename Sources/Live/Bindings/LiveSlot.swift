/// A slot of an open page: it has the newest value, the content that was rendered last, and the number of that change.
///
/// A value that has not been rendered only sets a flag and is never queued: however many come while no page can take
/// them, only the newest is rendered when one can.
class LiveSlot {
    /// The property's name in the Output.
    let name: String
    /// The `id` of its element, when the Output shows in several places; otherwise nil.
    let part: String?
    /// Number of the last change.
    fileprivate(set) var version = 0
    /// Whether it has been rendered. A ``version`` of 0 doesn't tell: that is also what a kept document shows.
    private(set) var isRendered = false
    /// Whether an element of the document shows it; false for effects.
    var isElement = true
    /// Whether its element is a list of rows.
    var isList: Bool { false }
    /// Whether the newest value has not been rendered.
    fileprivate(set) var isDirty = false
    /// The page that it is on, which retains it.
    unowned let page: Bindings
    /// Number of the input of the form that its element is in; nil for none.
    let form: Int?

    init(name: String, part: String? = nil, page: Bindings) {
        self.name = name
        self.part = part
        self.page = page
        form = page.enclosingForm
    }

    /// Whether the content as last rendered lets a visitor send that input with that value.
    func offers(_ input: Int, value: String) -> Bool { false }

    /// Marks that there is something new to render.
    func mark() {
        isDirty = true
        page.hasNews = true
    }

    /// Renders the newest value. If the content differs from the last one, the slot takes a new change number.
    final func refresh() {
        isDirty = false
        render()
    }

    /// Gives the current change the next number, and returns that.
    final func takeVersion() -> Int {
        isRendered = true
        version = page.takeVersion()
        return version
    }

    /// Renders the newest value; see ``refresh()``.
    func render() {}

    /// Writes the element's whole content, as last rendered.
    func writeContent(into rendering: inout Rendering) {}

    /// Returns the events that bring a page from the change `version` up to date: none when it is. Nil stands for a
    /// page of unknown state, which gets everything.
    func events(since version: Int?) -> [SlotEvent] { [] }

    /// Releases data that is only needed until it has been sent.
    func wasSent() {}

    /// The content as last rendered; nil for one-time events, which are no state.
    var shape: DocumentShape.Content? { nil }

    /// Handles that the page was shown this content before the slot existed, up to the change `base`: only what differs
    /// is sent.
    ///
    /// - Parameters:
    ///   - shape: the content; nil when it isn't known.
    ///   - base: the number of the change that the page has.
    func rebase(on shape: DocumentShape.Content?, at base: Int) {}

    /// Sets that nothing has changed since `base`.
    final func returnTo(_ base: Int) { version = base }

    /// Drops the moments from before the plain post that is answered next, which would otherwise be shown twice.
    func forgetMoments() {}
}

/// One server-sent event of a slot.
struct SlotEvent {
    var name: String
    var version: Int
    var data: [UInt8]
}
