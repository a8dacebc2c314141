/// The name of a device: the browser and the system that a `User-Agent` claims to be.
///
/// It is for eyes only, in the list of devices: everybody can claim anything.
package struct DeviceName: Hashable, Sendable {
    /// A browser, or an app that shows pages.
    package enum Browser: String, Hashable, Sendable, CaseIterable {
        case chrome = "Chrome"
        case edge = "Edge"
        case firefox = "Firefox"
        case safari = "Safari"
        case samsungInternet = "Samsung Internet"
        case opera = "Opera"
        case whale = "Whale"
        case kakaoTalk = "KakaoTalk"
        case naver = "NAVER"
        case curl = "curl"
    }

    /// The operating system.
    package enum System: String, Hashable, Sendable, CaseIterable {
        case windows = "Windows"
        case macOS = "macOS"
        case iPhone = "iPhone"
        case iPad = "iPad"
        case android = "Android"
        case chromeOS = "ChromeOS"
        case linux = "Linux"
    }

    /// Nil for one that is not known here.
    package let browser: Browser?
    /// Nil for one that is not known here.
    package let system: System?

    /// - Parameter userAgent: the header's text; any text.
    package init(userAgent: String) {
        // "Edg/126.0" is the word Edg, "NAVER(inapp" and "KAKAOTALK 2410460" are NAVER and KAKAOTALK.
        let words = Set(userAgent.split { " /;(),".contains($0) })
        let isHandheld = !words.isDisjoint(with: ["Mobile", "CriOS", "FxiOS", "EdgiOS", "OPT", "OPX", "OPiOS"])
        system =
            switch true {
            // Edge on a Windows phone said Android, and all of Android say Linux.
            case words.contains("Windows"): .windows
            case words.contains("iPad"): .iPad
            case words.contains("iPhone"): .iPhone
            case words.contains("Android"): .android
            case words.contains("CrOS"): .chromeOS
            // An iPad asks for the pages of a desktop in a Mac's name. Only Safari keeps to that to the end.
            case words.contains("Macintosh"): isHandheld ? .iPad : .macOS
            case words.contains("Linux"): .linux
            default: nil
            }
        let known = Self.tokens.first { !words.isDisjoint(with: $0.words) }?.browser
        // The browser that Android had before Chrome said that it was Safari.
        browser = known == .safari && ![.macOS, .iPhone, .iPad].contains(system) ? nil : known
    }

    /// Words that only one browser uses. A browser also uses those of the browsers below it.
    private static let tokens: [(words: Set<Substring>, browser: Browser)] = [
        (["KAKAOTALK"], .kakaoTalk),
        (["NAVER"], .naver),
        (["SamsungBrowser"], .samsungInternet),
        (["Whale"], .whale),
        (["Edg", "EdgA", "EdgiOS", "Edge"], .edge),
        (["OPR", "OPT", "OPX", "OPiOS", "Opera"], .opera),
        (["Firefox", "FxiOS"], .firefox),
        (["Chrome", "CriOS", "HeadlessChrome", "Chromium"], .chrome),
        (["Safari"], .safari),
        (["curl"], .curl),
    ]
}
