/// One input as a page sends it.
public struct InputMessage: Sendable, Codable, Equatable {
    /// The page's own number for it: 1, 2, 3, … By it an input that is sent again after a break is applied once.
    public var number: Int
    /// The property's name in the view model's Input.
    public var name: String
    /// Its text; empty for inputs without a value.
    public var value: String
    /// What the text was made from, as its field said; nil for what has none. See ``FieldText``.
    public var basis: String?

    /// - Parameters:
    ///   - number: from 1 on, without a gap.
    ///   - name: the property's name in the Input.
    ///   - value: its text; empty for an input without a value.
    ///   - basis: what the text was made from.
    public init(number: Int, name: String, value: String = "", basis: String? = nil) {
        self.number = number
        self.name = name
        self.value = value
        self.basis = basis
    }

    private enum CodingKeys: String, CodingKey {
        case number = "n"
        case name
        case value, basis
    }

    /// Reads `{"n": 1, "name": "refresh", "value": "", "basis": ""}`; the value and the basis may be left out.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        number = try values.decode(Int.self, forKey: .number)
        name = try values.decode(String.self, forKey: .name)
        value = try values.decodeIfPresent(String.self, forKey: .value) ?? ""
        basis = try values.decodeIfPresent(String.self, forKey: .basis)
    }
}

/// What became of a batch of inputs.
public struct InputReply: Sendable, Equatable {
    /// The highest number that has been taken in. The page forgets inputs up to it and sends those above it again.
    public var applied: Int
    /// Numbers of inputs that were refused: not offered by the page now, or with a value that means nothing.
    public var refused: [Int]
    /// Those of the refused that the screen has and does not offer now, or not with that value: an honest page that was
    /// overtaken by a change.
    public var outdated: [Int]
    /// What effects have for the browser: with the answer to an empty batch.
    public var cookies: [PageCookie] = []
    /// The first of the batch that wasn't applied before is too large, and so nothing of it was applied: it has more bytes
    /// than its input takes (``Page/input(_:limit:)``), or than the page has room for
    /// (``SessionLimits/typedBytesPerPage``).
    public var isTooLarge = false
    /// What was typed is not kept here yet: the page must not let go of it. See ``Page/holdTyping(while:)``.
    public var isHeld = false

    /// - Parameters:
    ///   - applied: the highest number that has been taken in.
    ///   - refused: the numbers that were refused.
    ///   - outdated: those of them that the page offered a moment ago.
    public init(applied: Int, refused: [Int], outdated: [Int] = []) {
        self.applied = applied
        self.refused = refused
        self.outdated = outdated
    }
}
