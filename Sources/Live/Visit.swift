/// The request context that a page is built from: its address, its language, and whose it is.
public struct Visit: Sendable {
    /// The path, such as `/goals/12/review`.
    public var path: String
    /// The values of the path's placeholders, by name.
    public var parameters: [String: String]
    /// The address's query, by name.
    public var query: [String: String]
    /// The language of the page: a BCP 47 tag.
    public var language: String
    /// The time zone of its owner, an IANA identifier such as `Asia/Seoul`; nil when it is not known.
    public var timeZone: String?
    /// The account whose page it is.
    public var owner: String
    /// The token that a form must carry to be accepted.
    public var csrf: String
    /// The input of the plain post that led here by a redirect, once: what was done can be confirmed in words.
    public var follows: String?
    /// What was wrong with the request that is answered with this page.
    public var problem: Problem?

    /// Why a form post was answered with its page, the texts kept, instead of being carried out.
    public enum Problem: Sendable, Equatable {
        /// Its CSRF token was missing or not this session's.
        case staleForm
        /// The page does not offer the input that was posted.
        case notOffered
        /// It is being carried out and takes longer than an answer can wait.
        case unfinished
    }

    /// - Parameters:
    ///   - path: the path of the page.
    ///   - parameters: the values of the path's placeholders, by name.
    ///   - query: the address's query, by name.
    ///   - language: a BCP 47 tag.
    ///   - timeZone: an IANA identifier; nil when it is not known.
    ///   - owner: the account whose page it is.
    ///   - csrf: the token that its forms carry.
    public init(
        path: String, parameters: [String: String] = [:], query: [String: String] = [:],
        language: String = "en", timeZone: String? = nil, owner: String = "", csrf: String = ""
    ) {
        self.path = path
        self.parameters = parameters
        self.query = query
        self.language = language
        self.timeZone = timeZone
        self.owner = owner
        self.csrf = csrf
    }

    /// Where a form that sends `input` posts to: this page, its query kept.
    func formAction(input: String) -> String {
        let kept = query.filter { $0.key != "input" }.sorted { $0.key < $1.key }
        let pairs = kept.map { "\($0.key.percentEncoded())=\($0.value.percentEncoded())&" }.joined()
        return "\(path)?\(pairs)input=\(input)"
    }
}

extension String {
    fileprivate func percentEncoded() -> String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (hex.count == 1 ? "0" + hex : hex)
            }
        }
        return encoded
    }
}
