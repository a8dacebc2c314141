import Foundation
import TestSupport
import Testing

/// What the program says of its options before it starts.
@Suite(.timeLimit(.minutes(15))) struct OptionTests {
    /// Its exit code and what it said, with options that it should not start with.
    private func start(_ options: [String], environment: [String: String] = [:]) throws -> (code: Int32, text: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = ServerProcess.program
        process.arguments = ["serve"] + options
        process.environment = environment
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private static let command = ["--mail-command", "/usr/sbin/sendmail -x"]
    private static let from = ["--mail-from", "Hindsight <no-reply@example.org>"]
    private static let site = ["--site", "https://hindsight.example.org"]

    private static let wrong: [(options: [String], text: String)] = [
        (command, "--mail-command needs --mail-from"), (command + site, "--mail-command needs --mail-from"),
        (command + from, "--mail-command needs --site"),
        (command + site + ["--mail-from", "Hindsight"], "--mail-from must be like"),
        (command + site + ["--mail-from", "Hindsight <no-reply>"], "--mail-from must be like"),
        (["--mail-from", "no-reply@"], "--mail-from must be like"),
        (command + from + ["--site", "hindsight.example.org"], "it must begin with https:// or http://"),
        (command + from + ["--site", "https://"], "there is no host in it"),
        (command + from + ["--site", "https://example.org/app"], "it must end behind the host"),
        (["--site", "ftp://example.org"], "it must begin with https:// or http://"),
    ]

    @Test func whatIsWrongWithMailIsSaidAtTheStart() throws {
        for (options, text) in Self.wrong {
            let answer = try start(options)
            #expect(answer.code == 64)
            #expect(answer.text.contains("Error: ") && answer.text.contains(text), "\(answer.text)")
        }
    }

    @Test func theEnvironmentCountsAsOptionsDo() throws {
        let answer = try start(
            [], environment: ["HINDSIGHT_MAIL_COMMAND": "/usr/sbin/sendmail", "HINDSIGHT_SITE": "https://a"])
        #expect(answer.text.contains("--mail-command needs --mail-from"), "\(answer.text)")
        let site = try start([], environment: ["HINDSIGHT_SITE": "example.org"])
        #expect(site.text.contains("--site must be like"), "\(site.text)")
        let from = try start([], environment: ["HINDSIGHT_MAIL_FROM": "nobody"])
        #expect(from.text.contains("--mail-from must be like"), "\(from.text)")
    }

    @Test func anAddressThatCantBeListenedOnIsNamed() async throws {
        try await ServerProcess.run { server in
            let database = ["--database", server.folder.appending(path: "second.sqlite").path]
            let port = server.visitor.port
            let taken = try start(database + ["--port", "\(port)"])
            #expect(taken.code == 64 && taken.text.contains("Error: Port \(port) is in use."), "\(taken.text)")
            // An address for documentation (RFC 5737), which no machine has.
            let absent = try start(database + ["--port", "0", "--hostname", "192.0.2.77"])
            #expect(
                absent.code == 64 && absent.text.contains("doesn't have the address 192.0.2.77"), "\(absent.text)")
        }
    }

    /// It gets as far as the database, for which there is no folder.
    @Test func withTheOthersItStarts() throws {
        let right: [[String]] = [[], Self.command + Self.from + Self.site, Self.from, Self.site, ["--behind-proxy"]]
        for options in right {
            let answer = try start(["--database", "/no/such/folder/database"] + options)
            #expect(answer.code != 0 && answer.code != 64, "\(answer.text)")
        }
    }
}
