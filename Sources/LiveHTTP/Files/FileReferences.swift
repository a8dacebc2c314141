/// The addresses of other files in the text of a style sheet, an SVG or a web app's manifest.
enum FileReferences {
    /// Returns the text with addresses replaced that are in quotes or in `url(…)`, each up to a `#`.
    ///
    /// - Parameter address: returns the new address; nil leaves it as it is.
    static func replacing(in bytes: [UInt8], _ address: (String) -> String?) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            text.append(byte)
            index += 1
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "("),
                index < bytes.count, bytes[index] == UInt8(ascii: "/")
            else { continue }
            let path = bytes[index...].prefix { !"\"'()# \t\n".utf8.contains($0) }
            if let new = address(String(decoding: path, as: UTF8.self)) {
                text += new.utf8
                index = path.endIndex
            }
        }
        return text
    }
}
