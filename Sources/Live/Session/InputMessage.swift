/// One input as a page sends it.
public struct InputMessage: Sendable, Codable, Equatable {
    /// The page's own number for it: 1, 2, 3, … It ensures that an input that is sent again after a break is applied
    /// once.
    public var number: Int
    /// The property's name in the view model's Input.
    public var name: String
    /// Its text; empty for inputs without a value.
    public var value: String
    /// The basis of the text, as its field sent it; nil for none. See ``FieldText``.
    public var basis: String?

    /// - Parameters:
    ///   - number: the number, from 1 on, without a gap.
    ///   - name: the property's name in the Input.
    ///   - value: its text; empty for an input without a value.
    ///   - basis: the basis of the text.
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

    /// Decodes `{"n": 1, "name": "refresh", "value": "", "basis": ""}`; the value and the basis may be omitted.
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

/// The result of a batch of inputs.
public struct InputReply: Sendable, Equatable {
    /// The highest number that has been processed. The page drops inputs up to it and sends those above it again.
    public var applied: Int
    /// Numbers of refused inputs: not offered by the page now, or with an invalid value.
    public var refused: [Int]
    /// Numbers of those refused inputs that the screen has but does not offer now, or not with that value: the input of
    /// an honest page that was outdated by a change.
    public var outdated: [Int]
    /// Cookies of effects for the browser, with the answer to an empty batch.
    public var cookies: [PageCookie] = []
    /// Whether the first new input of the batch is too large, so that nothing of it was applied: it has more bytes than
    /// its input takes (``Page/input(_:limit:)``), or than the page has room for (``SessionLimits/typedBytesPerPage``).
    public var isTooLarge = false
    /// Whether typed text is not stored on the server yet, so that the page must keep it. See
    /// ``Page/holdTyping(while:)``.
    public var isHeld = false

    /// - Parameters:
    ///   - applied: the highest number that has been processed.
    ///   - refused: the numbers of refused inputs.
    ///   - outdated: the numbers of those that the page offered a moment ago.
    public init(applied: Int, refused: [Int], outdated: [Int] = []) {
        self.applied = applied
        self.refused = refused
        self.outdated = outdated
    }
}
