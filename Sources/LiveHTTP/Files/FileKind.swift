import Hummingbird

/// What is known of a file by the end of its name.
struct FileKind {
    /// Its media type, as a header has it.
    let contentType: String
    /// The end of its name, in lower case.
    private let suffix: Substring
    private let isText: Bool

    init(path: String) {
        let name = path.split(separator: "/").last ?? ""
        suffix = name.contains(".") ? Substring((name.split(separator: ".").last ?? "").lowercased()) : ""
        let type =
            switch suffix {
            case "js", "mjs": "text/javascript"
            case "webmanifest": "application/manifest+json"
            case "woff2": "font/woff2"
            default: MediaType.getMediaType(forExtension: String(suffix)).map { "\($0)" } ?? "application/octet-stream"
            }
        isText = ["css", "html", "js", "mjs", "txt"].contains(suffix)
        contentType = isText ? type + "; charset=utf-8" : type
    }

    /// Whether it may refer to other files of the folder.
    var hasReferences: Bool { ["css", "svg", "webmanifest"].contains(suffix) }
    /// Whether it gets smaller when it is compressed: pictures and fonts are so already.
    var isCompressible: Bool { isText || ["svg", "json", "webmanifest", "ico", "xml"].contains(suffix) }
}
