import Foundation
import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Time zones

    var timeZoneChoice: String { text(ko: "시간대", en: "Time zone") }
    var timeZoneOptional: String { text(ko: "시간대 (선택)", en: "Time zone (optional)") }
    var timeZoneHint: String {
        text(ko: "‘오늘’이 언제 바뀌는지 정해요.", en: "It decides when “today” begins.")
    }
    var timeZoneLater: String { text(ko: "나중에 정하기 (UTC)", en: "Choose later (UTC)") }
    var timeZoneUnset: String { text(ko: "아직 정하지 않음 (UTC)", en: "Not set yet (UTC)") }
    var timeZonesLikely: String { text(ko: "자주 고르는 곳", en: "Often chosen") }
    var timeZoneHere: String { text(ko: "지금 이 기기", en: "This device") }
    var timeZoneUnknown: String {
        text(ko: "시간대를 아직 몰라서 날짜를 UTC 기준으로 보여 드려요.", en: "We don’t know your time zone yet, so dates follow UTC.")
    }
    var setTimeZone: String { text(ko: "시간대 정하기", en: "Set your time zone") }

    /// The name of a time zone's place without its area: "Seoul".
    func place(of zone: TimeZoneID) -> String {
        if language == .korean, let name = TimeZoneList.koreanNames[zone.rawValue] { return name }
        let parts = zone.rawValue.replacing("_", with: " ").split(separator: "/")
        return parts.count > 1 ? parts.dropFirst().joined(separator: " / ") : zone.rawValue
    }

    fileprivate func add(_ area: TimeZoneList.Area, to options: inout Options) {
        // Sorted by name; names in the reader's own script come first.
        let places = area.zones.map { (zone: $0.rawValue, name: place(of: $0)) }.sorted { one, other in
            let isOwn = [one, other].map { ($0.name.first?.isASCII ?? true) == (language == .english) }
            return isOwn[0] == isOwn[1] ? one.name < other.name : isOwn[0]
        }
        options.addGroup(name(ofArea: area.name), places.map { ($0.zone, $0.name) })
    }

    /// The name of the area that time zone identifiers begin with; areas without a translation are returned unchanged.
    func name(ofArea area: String) -> String {
        switch area {
        case "Africa": text(ko: "아프리카", en: area)
        case "America": text(ko: "아메리카", en: area)
        case "Antarctica": text(ko: "남극", en: area)
        case "Arctic": text(ko: "북극", en: area)
        case "Asia": text(ko: "아시아", en: area)
        case "Atlantic": text(ko: "대서양", en: "Atlantic Ocean")
        case "Australia": text(ko: "오스트레일리아", en: area)
        case "Europe": text(ko: "유럽", en: area)
        case "Indian": text(ko: "인도양", en: "Indian Ocean")
        case "Pacific": text(ko: "태평양", en: "Pacific Ocean")
        default: area
        }
    }

    /// The time zone of most readers of the language; nil if there is no such zone.
    var usualTimeZone: TimeZoneID? { language == .korean ? TimeZoneID("Asia/Seoul") : nil }

    /// The time zones that readers of the language are most likely in, the likeliest first.
    var likelyTimeZones: [TimeZoneID] {
        let names =
            switch language {
            case .korean:
                [
                    "Asia/Seoul", "Asia/Tokyo", "America/Los_Angeles", "America/New_York", "Europe/London",
                    "Australia/Sydney",
                ]
            case .english:
                [
                    "Europe/London", "Europe/Berlin", "America/New_York", "America/Chicago", "America/Denver",
                    "America/Los_Angeles", "Asia/Kolkata", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney",
                ]
            }
        return names.compactMap { TimeZoneID($0) }
    }
}

/// The time zones that forms offer, grouped by area.
enum TimeZoneList {
    typealias Area = (name: String, zones: [TimeZoneID])

    /// All zones that the system knows whose identifier has an area, grouped by it.
    static let all: [Area] = {
        let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.compactMap { TimeZoneID($0) }
        return Dictionary(grouping: zones) { String($0.rawValue.prefix { $0 != "/" }) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }()

    /// Well-known cities of each area: at least one for each set of clock rules in use today, and more in populous
    /// regions.
    static let cities: [Area] = names.map { area, cities in
        (area, cities.compactMap { TimeZoneID("\(area)/\($0.city)") })
    }

    /// Returns the options for ``all``.
    static func options(in strings: Strings) -> Options { options[strings.language] ?? Options() }

    /// Returns the options for the likeliest zones and the ``cities``, after that for choosing later.
    static func likelyOptions(in strings: Strings) -> Options { likelyOptions[strings.language] ?? Options() }

    private static let options = makeOptions { strings in
        var options = Options()
        for area in all { strings.add(area, to: &options) }
        return options
    }

    private static let likelyOptions = makeOptions { strings in
        var options = Options([("", strings.timeZoneLater)])
        options.addGroup(
            strings.timeZonesLikely, strings.likelyTimeZones.map { ($0.rawValue, strings.place(of: $0)) })
        for area in cities { strings.add(area, to: &options) }
        return options
    }

    private static func makeOptions(_ make: (Strings) -> Options) -> [Language: Options] {
        Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, make(Strings(language: $0))) })
    }

    /// Korean names of the cities, keyed by time zone identifier.
    static let koreanNames = Dictionary(
        names.flatMap { area, cities in cities.map { ("\(area)/\($0.city)", $0.korean) } }, uniquingKeysWith: { $1 })

    private static let names: [(area: String, cities: [(city: String, korean: String)])] = [
        (
            "Asia",
            [
                ("Jerusalem", "예루살렘"), ("Beirut", "베이루트"), ("Riyadh", "리야드"), ("Baghdad", "바그다드"), ("Tehran", "테헤란"),
                ("Dubai", "두바이"), ("Kabul", "카불"), ("Tashkent", "타슈켄트"), ("Karachi", "카라치"), ("Kolkata", "콜카타"),
                ("Kathmandu", "카트만두"), ("Dhaka", "다카"), ("Yangon", "양곤"), ("Bangkok", "방콕"), ("Ho_Chi_Minh", "호찌민"),
                ("Jakarta", "자카르타"), ("Kuala_Lumpur", "쿠알라룸푸르"), ("Singapore", "싱가포르"), ("Hong_Kong", "홍콩"),
                ("Shanghai", "상하이"), ("Taipei", "타이베이"), ("Manila", "마닐라"), ("Ulaanbaatar", "울란바토르"), ("Seoul", "서울"),
                ("Tokyo", "도쿄"), ("Vladivostok", "블라디보스토크"), ("Magadan", "마가단"), ("Kamchatka", "캄차카"),
            ]
        ),
        (
            "America",
            [
                ("Adak", "에이댁"), ("Anchorage", "앵커리지"), ("Vancouver", "밴쿠버"), ("Los_Angeles", "로스앤젤레스"),
                ("Phoenix", "피닉스"), ("Denver", "덴버"), ("Chicago", "시카고"), ("Mexico_City", "멕시코시티"), ("Toronto", "토론토"),
                ("New_York", "뉴욕"), ("Bogota", "보고타"), ("Lima", "리마"), ("Havana", "아바나"), ("Halifax", "핼리팩스"),
                ("Caracas", "카라카스"), ("La_Paz", "라파스"), ("Santiago", "산티아고"), ("St_Johns", "세인트존스"),
                ("Argentina/Buenos_Aires", "부에노스아이레스"), ("Sao_Paulo", "상파울루"), ("Miquelon", "미클롱"),
                ("Noronha", "노로냐"), ("Nuuk", "누크"),
            ]
        ),
        (
            "Europe",
            [
                ("Lisbon", "리스본"), ("Dublin", "더블린"), ("London", "런던"), ("Madrid", "마드리드"), ("Paris", "파리"),
                ("Brussels", "브뤼셀"), ("Amsterdam", "암스테르담"), ("Zurich", "취리히"), ("Rome", "로마"), ("Berlin", "베를린"),
                ("Stockholm", "스톡홀름"), ("Vienna", "빈"), ("Prague", "프라하"), ("Warsaw", "바르샤바"), ("Athens", "아테네"),
                ("Helsinki", "헬싱키"), ("Istanbul", "이스탄불"), ("Moscow", "모스크바"), ("Samara", "사마라"),
            ]
        ),
        (
            "Africa",
            [
                ("Accra", "아크라"), ("Casablanca", "카사블랑카"), ("Lagos", "라고스"), ("Cairo", "카이로"),
                ("Johannesburg", "요하네스버그"), ("Nairobi", "나이로비"),
            ]
        ),
        ("Atlantic", [("Cape_Verde", "카보베르데"), ("Azores", "아조레스"), ("Reykjavik", "레이캬비크")]),
        (
            "Australia",
            [
                ("Perth", "퍼스"), ("Eucla", "유클라"), ("Darwin", "다윈"), ("Adelaide", "애들레이드"), ("Brisbane", "브리즈번"),
                ("Melbourne", "멜버른"), ("Sydney", "시드니"), ("Lord_Howe", "로드하우"),
            ]
        ),
        (
            "Pacific",
            [
                ("Pago_Pago", "파고파고"), ("Honolulu", "호놀룰루"), ("Marquesas", "마르키즈"), ("Gambier", "갬비어"),
                ("Pitcairn", "핏케언"), ("Galapagos", "갈라파고스"), ("Easter", "이스터섬"), ("Guam", "괌"), ("Noumea", "누메아"),
                ("Norfolk", "노퍽"), ("Fiji", "피지"), ("Auckland", "오클랜드"), ("Tongatapu", "통가타푸"), ("Chatham", "채텀"),
                ("Kiritimati", "키리티마티"),
            ]
        ),
    ]
}
