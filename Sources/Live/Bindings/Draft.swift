/// The basis of a field: which text the store had when something was typed in it, and on which page. It stands in the page
/// and comes back with the text, so it survives the loss of the session.
///
/// Written as `revision.page`, or `revision.page.note`: `17.k2j`.
public struct FieldBasis: Hashable, Sendable {
    /// Revision of the text in the store; 0 for none.
    public var revision: Int
    /// Name of the page: 1 to 40 digits and letters of a to z.
    public var page: String
    /// A note of the form's own, without a dot; nil for none.
    public var note: String?

    /// - Parameters:
    ///   - revision: revision of the text in the store; 0 for none.
    ///   - page: name of the page.
    ///   - note: a note of the form's own.
    public init(revision: Int, page: String, note: String? = nil) {
        (self.revision, self.page, self.note) = (revision, page, note)
    }

    /// Revisions that are read are smaller, so that one can be added to each.
    private static let revisionLimit = 1 << 53

    /// Reads a text that comes from the browser.
    ///
    /// - Returns: nil for a text that no page has written.
    public init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts[0].utf8.allSatisfy(\.isDigit), let revision = Int(parts[0]),
            revision < Self.revisionLimit, (1...40).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ $0.isDigit || $0.isLowercase }),
            parts.last != ""
        else { return nil }
        self.init(revision: revision, page: String(parts[1]), note: parts.count == 3 ? String(parts[2]) : nil)
    }

    /// The text that stands in the page.
    public var text: String { "\(revision).\(page)\(note.map { ".\($0)" } ?? "")" }
}

/// A form's fields while several pages can change what they hold: the text in each field, the text that the store has,
/// and the other one of two texts between which the person chooses.
///
/// A view model's state holds one, tells it what is typed and what the store has, and sends the store the fields that
/// differ. A form that keeps drafts sends them as they are typed; one that is saved as a whole sends them when there
/// are no ``conflicts``.
///
/// ### Rules
/// - A field in which nobody has typed follows the store.
/// - A text that is typed stays in its field. If the store gets another one, that one is shown beside it, as a conflict.
/// - A text that was typed over an older text than the one that the page knows is a conflict as well: after a reload,
///   after the session was lost, and when a form is posted without a script. The field's basis tells it; see
///   ``FieldBasis``.
/// - The page's own writes are no conflict, whenever their answers arrive.
public struct Draft<Field: Hashable & Sendable>: Equatable, Sendable {
    /// A text as the store has it.
    public struct Stored: Hashable, Sendable {
        /// The text.
        public var text: String
        /// Its revision; 0 for none.
        public var revision: Int
        /// Name of the page that has written it; empty when that isn't known.
        public var page: String
        /// The kind of write that it comes from.
        public var origin: Conflict.Origin

        /// - Parameters:
        ///   - text: the text.
        ///   - revision: its revision; 0 for none.
        ///   - page: name of the page that has written it; empty when that isn't known.
        ///   - origin: the kind of write that it comes from.
        public init(_ text: String, revision: Int = 0, page: String = "", origin: Conflict.Origin = .saved) {
            (self.text, self.revision, self.page, self.origin) = (text, revision, page, origin)
        }
    }

    /// The other text of a field that has two. The one that was typed on the page is in the field.
    public struct Conflict: Sendable {
        /// The kind of write that a text comes from.
        public enum Origin: Hashable, Sendable {
            /// Typed on another page, and kept as a draft.
            case typed
            /// Saved on another page.
            case saved
            /// Put away, and brought back after something else was typed.
            case dropped
            /// Typed on this page, before the other text was taken in its place. Nothing has to be chosen.
            case replaced
        }

        /// The text.
        public var text: String
        /// Its revision.
        public var revision: Int
        /// The kind of write that it comes from.
        public var origin: Origin

        /// - Parameters:
        ///   - text: the text.
        ///   - revision: its revision.
        ///   - origin: the kind of write that it comes from.
        public init(_ text: String, revision: Int, origin: Origin) {
            (self.text, self.revision, self.origin) = (text, revision, origin)
        }
    }

    private struct Entry: Equatable {
        /// Text in the field.
        var text: String
        /// Text in the store, as far as this page knows, and the kind of write that it comes from.
        var stored: String
        var origin: Conflict.Origin
        /// The revision that the field's text was made from, and the page that wrote that.
        var base: Int
        var basePage: String
        /// The revision of the last text from elsewhere that came into the field, and that the page may not show yet.
        var followed = 0
        var fill: FieldFill?

        init(_ stored: Stored) {
            (text, self.stored, origin) = (stored.text, stored.text, stored.origin)
            (base, basePage) = (stored.revision, stored.page)
        }

        var isUnstored: Bool { !text.hasSameBytes(as: stored) }

        static func == (one: Entry, other: Entry) -> Bool {
            one.text.hasSameBytes(as: other.text) && one.stored.hasSameBytes(as: other.stored)
                && (one.origin, one.base, one.basePage, one.followed, one.fill)
                    == (other.origin, other.base, other.basePage, other.followed, other.fill)
        }
    }

    /// The other texts of fields that have two.
    public var conflicts: [Field: Conflict] = [:]
    /// A note of the form's own that comes back with each text typed in its fields; see ``FieldBasis/note``.
    public var note: String?
    /// Name of the page, as the store knows it. A page that goes on as another one has that page's name, from the first
    /// basis that comes.
    public private(set) var page: String
    private var isNamed: Bool
    private let beginning: Visit.Beginning
    private var entries: [Field: Entry] = [:]

    /// - Parameters:
    ///   - stored: the fields as the store has them.
    ///   - page: a name for the page that no other has: 1 to 40 digits and letters of a to z.
    ///   - beginning: how the page began.
    ///   - note: a note of the form's own.
    public init(
        _ stored: [Field: Stored], page: String, beginning: Visit.Beginning = .opened, note: String? = nil
    ) {
        self.page = page
        isNamed = beginning == .opened
        self.beginning = beginning
        self.note = note
        for (field, stored) in stored {
            var entry = Entry(stored)
            // The browser's field may show something older.
            if beginning == .restored { entry.fill = FieldFill(stored.text, basis: basis(stored.revision)) }
            entries[field] = entry
        }
    }

    // MARK: Reading

    /// The text in a field; empty for a field that the form doesn't have.
    public subscript(field: Field) -> String { entries[field]?.text ?? "" }

    /// The revision that a field's text was made from; 0 for none.
    public func base(of field: Field) -> Int { entries[field]?.base ?? 0 }

    /// The basis that the page writes into a field.
    public func basis(of field: Field) -> String { basis(base(of: field)) }

    private func basis(_ revision: Int) -> String { FieldBasis(revision: revision, page: page, note: note).text }

    /// New content of a field that was not typed on the page; see `Page.fill(_:with:)`.
    public func fill(of field: Field) -> FieldFill? { entries[field]?.fill }

    /// Whether the store has another text than the field, as far as this page knows.
    public func isUnstored(_ field: Field) -> Bool { entries[field]?.isUnstored ?? false }

    /// Fields of which the person has to choose a text.
    public var undecided: Set<Field> { Set(conflicts.filter { $0.value.origin != .replaced }.keys) }

    // MARK: Typing

    /// Takes a text that was typed, or the value of a choice, which has no basis.
    public mutating func type(_ text: FieldText, into field: Field) {
        guard var entry = entries[field] else { return }
        defer { entries[field] = entry }
        if let basis = text.basis {
            // A basis that can't be read is taken for the oldest one.
            let version = FieldBasis(text: basis)
            if !isNamed, let version { resume(as: version.page) }
            let revision = version?.revision ?? 0
            let isUnseen = revision < entry.base && entry.basePage != page && entry.basePage != version?.page
            if isUnseen || revision < entry.followed, conflicts[field].map({ $0.origin == .replaced }) ?? true,
                !entry.text.hasSameBytes(as: text.text)
            {
                // A form without a script sends all its fields. One that was empty and still is has nothing to lose.
                if text.text.isEmpty, revision == 0, beginning == .posted || beginning == .refused {
                    entry.fill = FieldFill(entry.text, basis: self.basis(entry.base))
                    return
                }
                conflicts[field] = Conflict(entry.text, revision: entry.base, origin: entry.origin)
            }
        }
        entry.followed = 0
        // A person to whom the answer to a form shows both texts, and who sends the form again, has chosen.
        let isShown = beginning == .posted && conflicts[field] != nil
        entry.fill = isShown ? FieldFill(text.text, basis: basis(entry.base)) : nil
        entry.text = text.text
    }

    /// Goes on as another page: the one that this text was typed on before it was loaded again.
    public mutating func resume(as page: String) {
        self.page = page
        isNamed = true
    }

    // MARK: Following

    /// Takes in the text that the store has now.
    ///
    /// - Parameters:
    ///   - stored: the text.
    ///   - field: its field.
    ///   - follows: whether the field follows if nobody has typed in it.
    ///   - isChoice: whether it is a choice, whose two values are not shown beside each other: the person's own stays.
    public mutating func merge(_ stored: Stored, into field: Field, follows: Bool = true, isChoice: Bool = false) {
        guard var entry = entries[field] else { return }
        defer { entries[field] = entry }
        let other = conflicts[field]
        let isSame = entry.text.hasSameBytes(as: stored.text)
        let isNews = stored.page != page && stored.revision > entry.base
        if isSame {
            if let other, other.text.hasSameBytes(as: stored.text) { conflicts[field] = nil }
            if isNews { entry.fill = FieldFill(entry.text, basis: basis(stored.revision)) }
        } else if !entry.isUnstored, follows {
            entry.text = stored.text
            entry.followed = stored.revision
            entry.fill = FieldFill(stored.text, basis: basis(stored.revision))
        } else if isNews, !isChoice {
            if other == nil, entry.stored.hasSameBytes(as: stored.text) {
                // It was made from this very text.
                entry.fill = FieldFill(entry.text, basis: basis(stored.revision))
            } else {
                conflicts[field] = Conflict(stored.text, revision: stored.revision, origin: stored.origin)
                (entry.stored, entry.origin) = (stored.text, stored.origin)
                return
            }
        }
        // A text that was typed here, and is stored elsewhere just so, has been seen here all the same.
        let basePage = isSame && entry.basePage == page ? page : stored.page
        (entry.stored, entry.origin) = (stored.text, stored.origin)
        (entry.base, entry.basePage) = (stored.revision, basePage)
    }

    /// Passes over a text that the store has now: the field neither follows it nor is it sent in its place.
    public mutating func pass(_ stored: Stored, in field: Field) {
        entries[field]?.base = stored.revision
        entries[field]?.basePage = stored.page
    }

    /// Notes that the store has this text of the field now, whatever is typed in it.
    public mutating func accept(_ stored: Stored, in field: Field) {
        pass(stored, in: field)
        entries[field]?.stored = stored.text
        entries[field]?.origin = stored.origin
    }

    /// Begins a field anew with a text that the store has.
    public mutating func reset(_ field: Field, to stored: Stored, fills: Bool = true) {
        var entry = Entry(stored)
        entry.fill = fills ? FieldFill(stored.text, basis: basis(stored.revision)) : entries[field]?.fill
        if !fills { entry.followed = entries[field]?.followed ?? 0 }
        entries[field] = entry
    }

    // MARK: Choosing

    /// Keeps the typed text of a field that has two.
    public mutating func keepMine(_ field: Field) {
        guard let other = conflicts.removeValue(forKey: field), other.origin != .replaced else { return }
        setBase(of: field, other.revision, isForced: false)
    }

    /// Puts the other text into a field that has two. The typed one is the other one then.
    public mutating func takeOther(_ field: Field) {
        guard let other = conflicts[field], let mine = entries[field]?.text else { return }
        entries[field]?.text = other.text
        entries[field]?.followed = other.revision
        setBase(of: field, other.revision, isForced: true)
        conflicts[field] = mine.isEmpty ? nil : Conflict(mine, revision: 0, origin: .replaced)
    }

    /// The text in the field is made from that revision from now on, and the page is told.
    private mutating func setBase(of field: Field, _ revision: Int, isForced: Bool) {
        guard var entry = entries[field] else { return }
        entry.base = max(entry.base, revision)
        entry.fill = FieldFill(entry.text, basis: basis(entry.base), isForced: isForced)
        entries[field] = entry
    }
}

extension Draft.Conflict: Equatable {
    /// Whether they have the same bytes of text, which `String` doesn't compare.
    public static func == (one: Self, other: Self) -> Bool {
        one.text.hasSameBytes(as: other.text) && (one.revision, one.origin) == (other.revision, other.origin)
    }
}

extension String {
    /// Whether another text has the same bytes. `==` takes a text in another normalization form for equal, but changing
    /// the form is a change of what was typed.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
