import Hummingbird

/// Properties of a file that follow from the suffix of its name.
struct FileKind {
    /// Media type, as a header value.
    let contentType: String
    /// Suffix of its name, in lower case.
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
        // Modules are UTF-8 without it, and so are scripts of pages that are: their answers are shorter.
        contentType = isText && type != "text/javascript" ? type + "; charset=utf-8" : type
    }

    /// Whether it may contain references to other files of the folder.
    var hasReferences: Bool { ["css", "svg", "webmanifest"].contains(suffix) }
    /// Whether compression makes it smaller: pictures and fonts are compressed already.
    var isCompressible: Bool { isText || ["svg", "json", "webmanifest", "ico", "xml"].contains(suffix) }
}
