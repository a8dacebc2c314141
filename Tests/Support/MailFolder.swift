public import Foundation

/// A folder, and a command that keeps every mail that it is given there as a file.
public final class MailFolder: Sendable {
    /// Where it is. Scripts may keep more in it.
    public let url: URL

    /// What keeps a mail: arguments and message, under names that go together. A message is there as a whole or not at all.
    public static let keep = """
        name=$(mktemp "$folder/mail.XXXXXX")
        cat > "$name"
        for argument; do printf '%s\\n' "$argument"; done > "$name.arguments"
        mv "$name" "$name.message"
        """

    /// The command; it has a word of its own before what it is called with.
    public var command: String { "/bin/sh \(url.appending(path: "command").path)" }

    /// - Parameter script: what the command does, for a shell; `$folder` is this folder.
    public init(_ script: String = keep) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let text = "set -eu\nfolder='\(url.path)'\n\(script)\n"
        try Data(text.utf8).write(to: url.appending(path: "command"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The mails that were kept, in no order.
    public func mails() throws -> [KeptMail] {
        try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "message" }
            .map { file in
                let arguments = try text("\(file.deletingPathExtension().lastPathComponent).arguments")
                return KeptMail(
                    source: try String(contentsOf: file, encoding: .utf8),
                    arguments: arguments.split(separator: "\n").map(String.init))
            }
    }

    /// The text of a file in the folder.
    public func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }
}

/// A mail as it came to the command.
public struct KeptMail: Sendable {
    /// All of it.
    public var source: String
    /// What the command was called with.
    public var arguments: [String]

    /// - Parameters:
    ///   - source: all of it.
    ///   - arguments: what the command was called with.
    public init(source: String, arguments: [String] = []) {
        self.source = source
        self.arguments = arguments
    }

    /// The lines of the head, unfolded, as name and value.
    public var headers: [(name: String, value: String)] {
        let head = source.prefix(upTo: source.range(of: "\n\n")?.lowerBound ?? source.endIndex)
        return head.replacing("\n ", with: " ").split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
        }
    }

    /// The value of a header, its encoded words read (RFC 2047); nil when there is none.
    public subscript(name: String) -> String? {
        guard let value = headers.first(where: { $0.name == name })?.value else { return nil }
        let parts = value.split(separator: " ").map { word -> (text: String, isEncoded: Bool) in
            let fields = word.split(separator: "?", omittingEmptySubsequences: false)
            guard fields.count == 5, fields[0] == "=", fields[1] == "utf-8", fields[2] == "B", fields[4] == "=",
                let bytes = Data(base64Encoded: String(fields[3]))
            else { return (String(word), false) }
            return (String(decoding: bytes, as: UTF8.self), true)
        }
        // Space between two encoded words is not part of the text.
        var (text, wasEncoded) = ("", true)
        for (index, part) in parts.enumerated() {
            if index > 0, !(part.isEncoded && wasEncoded) { text += " " }
            text += part.text
            wasEncoded = part.isEncoded
        }
        return text
    }

    /// What it says (RFC 2045, 6.7).
    public var text: String {
        guard let start = source.range(of: "\n\n")?.upperBound else { return "" }
        let encoded = Array(source[start...].replacing("=\n", with: "").utf8)
        var (bytes, index) = ([UInt8](), 0)
        while index < encoded.count {
            if encoded[index] == UInt8(ascii: "="), index + 2 < encoded.count,
                let byte = UInt8(String(decoding: encoded[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(encoded[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
