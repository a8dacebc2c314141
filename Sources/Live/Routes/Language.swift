/// A language of a site's pages. The raw value is its primary language tag (BCP 47).
public enum Language: String, CaseIterable, Sendable, Codable {
    /// 한국어.
    case korean = "ko"
    /// English, the default for visitors who ask for neither.
    case english = "en"
}

/// The light or dark appearance of a site's pages. Visitors who have chosen neither get that of their device.
public enum Theme: String, CaseIterable, Sendable, Codable {
    /// Dark text on light paper.
    case light
    /// Light text on dark paper.
    case dark
}
