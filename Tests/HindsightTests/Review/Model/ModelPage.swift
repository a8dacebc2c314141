import HindsightDomain
import Live

@testable import Hindsight

/// An editor in a browser, with its session: the script's rules in small, and the real ``EditorState``.
struct ModelPage {
    /// A field as the page shows it.
    struct Field {
        var text = ""
        var basis = ""
        /// Typed and not acknowledged.
        var isUnsent = false
        /// Sent to the session, and not acknowledged.
        var isSent = false
        /// Typed on this page, and nobody else's text has come in its place: what another session is sent.
        var isTyped = false
    }

    /// What lasting storage holds for this page: texts and what they were made from.
    typealias Lasting = [ReviewField: (text: String, basis: String)]

    let name: String
    var fields: [ReviewField: Field] = [:]
    var lasting: Lasting = [:]
    var isOnline = true
    /// The session; nil while the server has forgotten the page.
    var state: EditorState?
    /// Requests to the store that haven't been carried out, and answers that haven't come.
    var requests: [EditorState.Effect] = []
    var answers: [EditorState.Event] = []
    var hasNews = false
    /// Fills that have been shown.
    private var seen: [ReviewField: FieldFill] = [:]
    var isEnded = false
    /// Texts that the person has put away knowingly.
    var letGo = ""
    /// Texts that the page has said were dropped.
    private(set) var said = ""

    init(name: String, _ found: GoalReview) {
        self.name = name
        let state = EditorState(found, isEditing: found.review != nil, page: name)
        self.state = state
        for field in ReviewField.allCases {
            fields[field] = Field(text: state.typed.draft[field], basis: state.basis(of: field))
        }
    }

    // MARK: The person

    mutating func type(_ word: String, into field: ReviewField) {
        fields[field]?.text += word
        fields[field]?.isUnsent = true
        fields[field]?.isTyped = true
        keepLasting(field)
    }

    /// The person takes out all that is in a field.
    mutating func erase(_ field: ReviewField) {
        letGo += fields[field]?.text ?? ""
        fields[field]?.text = ""
        type("", into: field)
    }

    private mutating func keepLasting(_ field: ReviewField) {
        guard let shown = fields[field] else { return }
        lasting[field] = (shown.text, shown.basis)
    }

    /// What a crash has left is typed again, as it was.
    mutating func restore(_ left: Lasting) {
        for (field, kept) in left {
            guard fields[field]?.text != kept.text else { continue }
            fields[field] = Field(text: kept.text, basis: kept.basis, isUnsent: true, isTyped: true)
            lasting[field] = kept
        }
    }

    mutating func decide(_ field: ReviewField, keepsMine: Bool) {
        guard isOnline, let conflict = state?.conflicts[field], let mine = fields[field]?.text else { return }
        // The script sends what was typed before the click.
        send()
        // The field may not show yet what it was asked to take before.
        letGo += keepsMine ? conflict.text : mine + (state?.typed.draft[field] ?? "")
        handle(keepsMine ? .keepMine(field) : .takeOther(field))
    }

    /// A click on the page: without a line it does nothing.
    mutating func click(_ event: EditorState.Event) {
        guard isOnline else { return }
        send()
        handle(event)
    }

    // MARK: The line

    /// Sends what waits.
    mutating func send() {
        guard isOnline, state != nil else { return }
        for field in ReviewField.allCases where fields[field]?.isUnsent == true {
            guard let shown = fields[field] else { continue }
            fields[field]?.isUnsent = false
            fields[field]?.isSent = true
            handle(.typed(field, FieldText(shown.text, basis: shown.basis)))
        }
    }

    /// The answer to what was sent. It comes when what it caused is through.
    mutating func acknowledge() {
        guard isOnline, let state, requests.isEmpty, answers.isEmpty else { return }
        for field in ReviewField.allCases {
            fields[field]?.isSent = false
            if !state.holdsTyping, fields[field]?.isUnsent == false { lasting[field] = nil }
        }
        if !state.holdsTyping, !hasUnsent { lasting = [:] }
    }

    var hasUnsent: Bool { fields.values.contains { $0.isUnsent || $0.isSent } }

    /// What the session has put into fields.
    ///
    /// - Returns: texts that were typed on this page and what has come in their place, but for what was asked for.
    mutating func takeFills() -> [(former: String, text: String)] {
        guard isOnline, let state else { return [] }
        var replaced: [(former: String, text: String)] = []
        for field in ReviewField.allCases {
            guard let fill = state.fill(of: .text(field)) else {
                seen[field] = nil
                continue
            }
            guard seen[field] != fill else { continue }
            seen[field] = fill
            // It comes in the place of what was typed before, not of what was typed since.
            guard let shown = fields[field], !shown.isUnsent else { continue }
            if shown.isTyped, shown.text == fill.text {
                // The own text, made from something newer.
                fields[field]?.basis = fill.basis ?? ""
                if lasting[field] != nil { keepLasting(field) }
                continue
            }
            if shown.isTyped, !fill.isForced { replaced.append((shown.text, fill.text)) }
            fields[field] = Field(text: fill.text, basis: fill.basis ?? "")
            lasting[field] = nil
        }
        return replaced
    }

    /// The server was started anew: the page is taken up by another session, and sends what was typed on it.
    mutating func loseSession() {
        state = nil
        requests = []
        answers = []
        hasNews = false
        seen = [:]
    }

    mutating func restorePage(_ found: GoalReview) {
        state = EditorState(found, isEditing: wasEditing, page: name + "r", beginning: .restored)
        for field in ReviewField.allCases where fields[field]?.isTyped == true {
            fields[field]?.isUnsent = true
            fields[field]?.isSent = false
        }
        if !wasEditing, found.review != nil { handle(.found(found)) }
        send()
    }

    private(set) var wasEditing = false

    // MARK: The session

    mutating func handle(_ event: EditorState.Event) {
        guard let effects = state?.reduce(event) else { return }
        for effect in effects {
            switch effect {
            case .notify(.dropped): said += fields.values.map(\.text).joined()
            case .notify(.saved): isEnded = true
            case .notify, .leadToAlert: break
            case .retryLater: answers.append(.retry)
            case .reload: hasNews = true
            case .keep, .save, .drop, .undoDrop: requests.append(effect)
            }
        }
    }

    mutating func begin(editing: Bool) { wasEditing = editing }

    /// All that can be read on the page.
    var everything: String {
        fields.values.map(\.text).joined() + (state?.conflicts.values.map(\.text).joined() ?? "")
            + lasting.values.map(\.text).joined()
    }
}
