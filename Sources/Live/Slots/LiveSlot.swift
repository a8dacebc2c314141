import Streams

/// A slot of an open page: knows its newest value, what was rendered of it last, and the number of that change.
///
/// A value that has not been rendered is only a mark, never a queue: however many come while nobody can take them, the
/// newest one is rendered when somebody can.
protocol LiveSlot: AnyObject {
    var name: String { get }
    /// The `id` of its element, when the Output shows in several places.
    var part: String? { get }
    /// The number of the last change.
    var version: Int { get }
    /// Whether the newest value has not been rendered.
    var isDirty: Bool { get }
    /// The HTTP status that the newest value asks for in the answer to a plain post.
    var status: Int? { get }
    /// Where the newest value sends a plain post.
    var redirect: String? { get }
    /// Forgets what happened before the plain post that is answered next: it would be told twice, or as its answer.
    func forgetAnswer()

    /// Renders the newest value. When that differs from what was rendered before, the slot takes a new number.
    func refresh(_ page: Page, _ nextVersion: () -> Int)
    /// The element's whole content, as last rendered.
    var content: String { get }
    /// Whether the content as last rendered offers an input.
    func offers(_ name: String) -> Bool
    /// The events that bring a page from the change `version` up to date: nothing when it is. Nil is a page of which
    /// nothing is known: it gets everything.
    func events(since version: Int?) -> [SlotEvent]
}

/// One server-sent event of a slot.
struct SlotEvent {
    var name: String
    var version: Int
    var data: String
}

extension LiveSlot {
    var part: String? { nil }
    func forgetAnswer() {}
    var redirect: String? { nil }
}
