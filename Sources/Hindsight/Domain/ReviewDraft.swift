/// A review being written: everything exactly as typed so far, for both styles at once, so that changing one's mind
/// about the style loses nothing.
public struct ReviewDraft: Hashable, Sendable, Codable {
    public var style: ReviewStyle
    public var liked = ""
    public var lacked = ""
    public var learned = ""
    public var longedFor = ""
    public var text = ""
    /// `nil` until one is chosen.
    public var level: Level?

    public init(style: ReviewStyle = .guided, level: Level? = nil) {
        self.style = style
        self.level = level
    }

    /// Nothing is typed and no level chosen. The style alone is not worth keeping.
    public var isEmpty: Bool { level == nil && ReviewField.allCases.allSatisfy { self[$0].isEmpty } }

    /// The text of a field, exactly as typed.
    public subscript(field: ReviewField) -> String {
        get {
            switch field {
            case .liked: liked
            case .lacked: lacked
            case .learned: learned
            case .longedFor: longedFor
            case .text: text
            }
        }
        set {
            switch field {
            case .liked: liked = newValue
            case .lacked: lacked = newValue
            case .learned: learned = newValue
            case .longedFor: longedFor = newValue
            case .text: text = newValue
            }
        }
    }

    /// How many characters (Swift `Character`s) the field has once trimmed: what the counter shows and the limit means.
    public func count(of field: ReviewField) -> Int { self[field].trimmedAtEnds.count }
}
