/// A goal's title: 1 to 60 characters, trimmed at both ends.
public struct GoalTitle: Hashable, Sendable {
    /// The most characters that a title may have.
    public static let limit = 60

    /// The trimmed title.
    public let text: String

    /// Trims and checks what was typed; tells what is wrong with it.
    public init(_ typed: some StringProtocol) throws(GoalTitleError) {
        if let fault = typed.fault(limit: Self.limit) { throw GoalTitleError(fault: fault) }
        text = typed.trimmedAtEnds
    }

    /// A title that is known to keep the rules.
    init(unchecked text: String) { self.text = text }
}

/// Why a text can't be a goal's title.
public struct GoalTitleError: Error, Hashable, Sendable {
    public let fault: TextFault
}
