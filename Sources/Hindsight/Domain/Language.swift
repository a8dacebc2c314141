/// A language that the app speaks.
public enum Language: String, CaseIterable, Sendable, Codable {
    case korean = "ko"
    case english = "en"
}
