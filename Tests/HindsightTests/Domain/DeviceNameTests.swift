import HindsightDomain
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct DeviceNameTests {
    private typealias Row = (agent: String, browser: DeviceName.Browser?, system: DeviceName.System?)

    private static let webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    private static let appleWebKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
    private static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(webKit)"
    private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"
    private static let iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) \(appleWebKit)"
    private static let iPad = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) \(appleWebKit)"
    private static let android = "Mozilla/5.0 (Linux; Android 10; K) \(webKit)"

    private static let desktops: [Row] = [
        ("\(windows) Chrome/126.0.0.0 Safari/537.36", .chrome, .windows),
        ("\(windows) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", .edge, .windows),
        ("\(windows) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763", .edge, .windows),
        ("\(windows) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0", .opera, .windows),
        ("\(windows) Chrome/124.0.0.0 Whale/3.26.244.21 Safari/537.36", .whale, .windows),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", .firefox, .windows),
        ("Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18", .opera, .windows),
        ("Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", nil, .windows),
        ("\(mac) \(webKit) Chrome/126.0.0.0 Safari/537.36", .chrome, .macOS),
        ("\(mac) \(webKit) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68", .edge, .macOS),
        ("\(mac) \(appleWebKit) Version/17.5 Safari/605.1.15", .safari, .macOS),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0", .firefox, .macOS),
        ("Mozilla/5.0 (X11; Linux x86_64) \(webKit) Chrome/126.0.0.0 Safari/537.36", .chrome, .linux),
        ("Mozilla/5.0 (X11; Linux x86_64) \(webKit) HeadlessChrome/126.0.0.0 Safari/537.36", .chrome, .linux),
        ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", .firefox, .linux),
        ("Mozilla/5.0 (X11; FreeBSD amd64; rv:127.0) Gecko/20100101 Firefox/127.0", .firefox, nil),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) \(webKit) Chrome/126.0.0.0 Safari/537.36", .chrome, .chromeOS),
        // A browser of WebKit, and none of those that are known here.
        ("Mozilla/5.0 (X11; Linux x86_64) \(appleWebKit) Version/16.0 Safari/605.1.15", nil, .linux),
    ]

    private static let handhelds: [Row] = [
        ("\(iPhone) Version/17.5 Mobile/15E148 Safari/604.1", .safari, .iPhone),
        ("\(iPhone) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1", .chrome, .iPhone),
        ("\(iPhone) FxiOS/127.0 Mobile/15E148 Safari/605.1.15", .firefox, .iPhone),
        ("\(iPhone) Version/17.0 EdgiOS/126.0.2592.62 Mobile/15E148 Safari/604.1", .edge, .iPhone),
        ("\(iPhone) Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.0", .opera, .iPhone),
        ("\(iPhone) Version/17.0 Whale/3.5.0.3070 Mobile/15E148 Safari/604.1", .whale, .iPhone),
        ("\(iPhone) Mobile/15E148 KAKAOTALK/10.8.5 (INAPP)", .kakaoTalk, .iPhone),
        ("\(iPhone) Mobile/15E148 NAVER(inapp; search; 2000; 12.6.2; 14PRO)", .naver, .iPhone),
        ("\(iPhone) Mobile/15E148", nil, .iPhone),
        ("\(iPad) Version/17.5 Mobile/15E148 Safari/604.1", .safari, .iPad),
        ("\(iPad) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1", .chrome, .iPad),
        // An iPad in a Mac's name; all but Safari tell all the same.
        ("\(mac) \(appleWebKit) CriOS/126 Version/11.1.1 Safari/605.1.15", .chrome, .iPad),
        ("\(mac) \(appleWebKit) FxiOS/127.0 Safari/605.1.15", .firefox, .iPad),
        ("\(mac) \(appleWebKit) Version/17.0 EdgiOS/126.0.2592.62 Safari/605.1.15", .edge, .iPad),
        ("\(mac) \(appleWebKit) Mobile/15E148 KAKAOTALK/10.8.5 (INAPP)", .kakaoTalk, .iPad),
        ("\(android) Chrome/126.0.0.0 Mobile Safari/537.36", .chrome, .android),
        ("\(android) Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0", .edge, .android),
        ("\(android) Chrome/124.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0", .opera, .android),
        ("\(android) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", .samsungInternet, .android),
        ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", .firefox, .android),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S918N) \(webKit) Chrome/122.0.6261.119 Whale/1.0.0.0 "
                + "Crosswalk/29.122.0.19 Mobile Safari/537.36", .whale, .android
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S918N Build/UP1A.231005.007; wv) \(webKit) Version/4.0 "
                + "Chrome/126.0.6478.71 Mobile Safari/537.36;KAKAOTALK 2410460", .kakaoTalk, .android
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S918N Build/UP1A.231005.007; wv) \(webKit) Version/4.0 Whale/1.0.0.0 "
                + "Crosswalk/29.122.0.19 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.6.3)", .naver, .android
        ),
        (
            "Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L Build/IML74K) AppleWebkit/534.30 "
                + "(KHTML, like Gecko) Version/4.0 Mobile Safari/534.30", nil, .android
        ),
        (
            "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) \(webKit) Chrome/52.0.2743.116 "
                + "Mobile Safari/537.36 Edge/15.15063", .edge, .windows
        ),
    ]

    private static let others: [Row] = [
        ("curl/8.5.0", .curl, nil), ("python-requests/2.31.0", nil, nil), ("", nil, nil), ("/", nil, nil),
        ("Mozilla/5.0", nil, nil), ("Safari", nil, nil), ("ChromeOS Edgar Firefoxes", nil, nil),
        ("\u{0}\n크롬 🙂", nil, nil), (String(repeating: "Chrome", count: 10_000), nil, nil),
    ]

    @Test func aDeviceIsCalledByWhatItIs() {
        for (agent, browser, system) in Self.desktops + Self.handhelds + Self.others {
            let name = DeviceName(userAgent: agent)
            #expect(name.browser == browser, "\(agent)")
            #expect(name.system == system, "\(agent)")
        }
    }

    /// That is as much as it says, and the same as a Mac's to the last byte.
    @Test func safariOnAnIPadIsTakenForAMacs() {
        let name = DeviceName(userAgent: "\(Self.mac) \(Self.appleWebKit) Version/17.5 Safari/605.1.15")
        #expect(name.browser == .safari)
        #expect(name.system == .macOS)
    }

    @Test func everyBrowserAndEverySystemIsInTheTable() {
        let rows = Self.desktops + Self.handhelds + Self.others
        #expect(Set(rows.compactMap(\.browser)) == Set(DeviceName.Browser.allCases))
        #expect(Set(rows.compactMap(\.system)) == Set(DeviceName.System.allCases))
    }
}
