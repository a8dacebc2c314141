import Foundation
import HindsightDomain
import Logging
import ServiceLifecycle
import StreamsTesting
import Synchronization
import TestSupport
import Testing

@testable import Hindsight

/// A queue that runs as it does in the server, on a command of the test's.
private final class MailScene: Sendable {
    let folder: MailFolder
    let log = LogRecorder()
    let queue: MailQueue
    private let services: ServiceGroup

    /// - Parameters:
    ///   - script: what the command does.
    ///   - command: instead of that of the folder.
    ///   - sleep: instead of a time without end. The time that a command may take is asked for each time it runs.
    init(
        _ script: String = MailFolder.keep, command: String? = nil, limits: MailQueue.Limits = .init(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await Gate().pass() }
    ) throws {
        folder = try MailFolder(script)
        let command = try #require(MailCommand(command ?? folder.command, grace: .milliseconds(1)))
        queue = MailQueue(
            command: command, sender: try MailSender("Hindsight <no-reply@example.org>"), limits: limits,
            logger: log.logger, sleep: sleep)
        services = ServiceGroup(configuration: .init(services: [queue], logger: LogRecorder().logger))
    }

    /// Runs the queue meanwhile, and then has it stop, as a signal does.
    func run(_ use: () async throws -> Void = {}) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [services] in try await services.run() }
            try await use()
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    func send(_ name: String = "mina") throws {
        queue.send(
            MailMessage(to: try EmailAddress("\(name)@example.com"), subject: "Hidden subject", text: "Hidden \(name)"))
    }
}

/// What was slept for; it takes no time.
private final class Sleeps: Sendable {
    private let durations = Mutex<[Duration]>([])

    var pauses: [Duration] { durations.withLock { $0.filter { $0 != MailQueue.Limits().command } } }

    func sleep(_ duration: Duration) async throws {
        durations.withLock { $0.append(duration) }
        // A command gets all the time that it takes, and so does what is sent in the end.
        let limits = MailQueue.Limits()
        if [limits.command, limits.draining].contains(duration) { try await Gate().pass() }
    }
}

@Suite(.timeLimit(.minutes(15))) struct MailQueueTests {
    @Test func aMailIsHandedToTheCommand() async throws {
        let scene = try MailScene("env > \"$folder/environment\"\n" + MailFolder.keep)
        try scene.send("-mina+goals")
        try await scene.run()
        let mail = try #require(try scene.folder.mails().first)
        #expect(mail.arguments == ["-i", "-f", "no-reply@example.org", "--", "-mina+goals@example.com"])
        #expect(mail["To"] == "<-mina+goals@example.com>")
        #expect(mail["Subject"] == "Hidden subject")
        #expect(mail.text == "Hidden -mina+goals\n")
        #expect(scene.log.lines == [])
        let variables = try scene.folder.text("environment").split(separator: "\n").map { $0.prefix { $0 != "=" } }
        // The last three are the shell's own.
        let known: Set<Substring> = ["PATH", "HOME", "USER", "LOGNAME", "TZ", "PWD", "SHLVL", "_"]
        #expect(known.isSuperset(of: variables), "\(variables)")
    }

    @Test func eachMailGoesToItsOwnAddressAndHasItsOwnName() async throws {
        let scene = try MailScene()
        let names = (0..<20).map { "mina\($0)" }
        for name in names { try scene.send(name) }
        try await scene.run()
        let mails = try scene.folder.mails()
        #expect(Set(mails.compactMap(\.arguments.last)) == Set(names.map { "\($0)@example.com" }))
        #expect(mails.allSatisfy { $0["To"] == $0.arguments.last.map { "<\($0)>" } })
        #expect(Set(mails.compactMap { $0["Message-ID"] }).count == 20)
    }

    @Test func twoCommandsRunAtOnceAndNoMore() async throws {
        // The first that comes waits for the second at the pipe, and the other way round.
        let script = """
            if mkfifo "$folder/pipe" 2> "$folder/errors"; then
                cat "$folder/pipe" > "$folder/met"
                touch "$folder/done"
            elif [ ! -e "$folder/done" ]; then
                echo met > "$folder/pipe"
                touch "$folder/done"
            fi
            """
        let counts = Mutex((now: 0, most: 0))
        let scene = try MailScene(script + "\n" + MailFolder.keep) { duration in
            guard duration == MailQueue.Limits().command else { return try await Gate().pass() }
            counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { counts.withLock { $0.now -= 1 } }
            try await Gate().pass()
        }
        for name in 0..<12 { try scene.send("mina\(name)") }
        try await scene.run()
        #expect(try scene.folder.mails().count == 12)
        #expect(try scene.folder.text("met") == "met\n")
        #expect((1...2).contains(counts.withLock { $0.most }))
    }

    // MARK: Failures

    @Test func whatFailedIsTriedAgainAfterGrowingPauses() async throws {
        let sleeps = Sleeps()
        let script = """
            mktemp "$folder/try.XXXXXX" > "$folder/last"
            [ $(ls "$folder" | grep -c '^try') -gt 3 ] || exit 75
            """
        let scene = try MailScene(script + "\n" + MailFolder.keep + "\n" + "echo done > \"$folder/pipe\"") {
            try await sleeps.sleep($0)
        }
        let pipe = try NamedPipe(scene.folder.url.appending(path: "pipe"))
        try scene.send()
        try await scene.run { #expect(await pipe.read() == "done\n") }
        #expect(try scene.folder.mails().count == 1)
        #expect(sleeps.pauses.prefix(3) == [.seconds(15), .seconds(60), .seconds(300)])
        #expect(scene.log.lines.count == 3)
        #expect(scene.log.lines.allSatisfy { $0.hasPrefix("warning:") && $0.contains("exited(75)") })
    }

    @Test func afterFourTriesItIsGivenUp() async throws {
        let script =
            "cat >> \"$folder/mails\"; [ $(grep -c ^To: \"$folder/mails\") -lt 4 ] || echo 4 > \"$folder/pipe\"; exit 1"
        let sleeps = Sleeps()
        let scene = try MailScene(script) { try await sleeps.sleep($0) }
        let pipe = try NamedPipe(scene.folder.url.appending(path: "pipe"))
        try scene.send()
        try await scene.run { #expect(await pipe.read() == "4\n") }
        let identifiers = try scene.folder.text("mails").split(separator: "\n").filter { $0.hasPrefix("Message-ID") }
        #expect(identifiers.count == 4)
        #expect(Set(identifiers).count == 1, "it is one message")
        #expect(scene.log.lines.map { $0.prefix { $0 != ":" } } == ["warning", "warning", "warning", "error"])
    }

    @Test func aFailureIsLoggedWithoutWhomAndWhatItWasFor() async throws {
        let scene = try MailScene("cat; cat >&2; echo mina@example.com; exit 67")
        try scene.send()
        try await scene.run()
        #expect(scene.log.lines.count == 4)
        for line in scene.log.lines {
            for word in ["mina", "example", "idden"] { #expect(!line.contains(word), "\(line)") }
        }
    }

    @Test(arguments: ["/no/such/program", "no-such-program", "/"])
    func aMissingCommandIsAFailure(command: String) async throws {
        let scene = try MailScene(command: command)
        try scene.send()
        try await scene.run()
        #expect(scene.log.lines.count == 4)
        #expect(scene.log.lines.last?.hasPrefix("error: A mail was given up") == true)
    }

    @Test func aCommandThatHangsIsEndedWithAllThatItHasStarted() async throws {
        let hangs = Gate()
        // The pipe ends when all who could write to it are gone.
        let script = "trap '' TERM\nexec 3> \"$folder/pipe\"\necho started >&3\nsleep 1000 &\nsleep 1000"
        let limits = MailQueue.Limits.with { $0.retryDelays = [] }
        let scene = try MailScene(script, limits: limits) { duration in
            if duration == limits.command { try await hangs.pass() } else { try await Gate().pass() }
        }
        let pipe = try NamedPipe(scene.folder.url.appending(path: "pipe"))
        try scene.send()
        try await scene.run {
            #expect(await pipe.read { hangs.open() } == "started\n")
        }
        #expect(scene.log.lines.count == 1)
        #expect(scene.log.lines.first?.contains("It took too long and was ended") == true)
    }

    /// To write to it is to get a signal, which must not end the server.
    @Test func aCommandThatDoesNotReadHarmsNothing() async throws {
        let scene = try MailScene("exit 1")
        let text = String(repeating: "Hidden text. ", count: 20_000)
        for _ in 0..<5 {
            scene.queue.send(MailMessage(to: try EmailAddress("mina@example.com"), subject: "Hidden", text: text))
        }
        try await scene.run()
        #expect(scene.log.lines.filter { $0.hasPrefix("error: A mail was given up") }.count == 5)
    }

    @Test func aLongMailArrivesWhole() async throws {
        let scene = try MailScene()
        let text = String(repeating: "A line of a long mail.\n", count: 10_000)
        scene.queue.send(MailMessage(to: try EmailAddress("mina@example.com"), subject: "Long", text: text))
        try await scene.run()
        #expect(try scene.folder.mails().first?.text == text)
    }

    // MARK: Limits, and the end

    @Test func whatComesToAFullQueueIsDroppedAndWhatWaitsIsNot() async throws {
        let limits = MailQueue.Limits.with { $0.waiting = 3 }
        let scene = try MailScene(limits: limits)
        for name in ["a", "b", "c", "d", "e"] { try scene.send(name) }
        #expect(scene.log.lines == Array(repeating: "error: A mail was dropped: too many wait", count: 2))
        try await scene.run()
        #expect(
            Set(try scene.folder.mails().compactMap(\.arguments.last))
                == ["a@example.com", "b@example.com", "c@example.com"])
    }

    @Test func aMailThatIsSentMakesRoom() async throws {
        let limits = MailQueue.Limits.with { $0.waiting = 1 }
        let ended = Gate()
        let scene = try MailScene(limits: limits) { duration in
            // That a command is not waited for any more is known when its time is.
            do { try await Gate().pass() } catch { if duration == limits.command { ended.open() } }
        }
        try await scene.run {
            try scene.send("a")
            try await ended.pass()
            // The count follows at once.
            while scene.queue.count > 0 { await Task.yield() }
            try scene.send("b")
        }
        #expect(try scene.folder.mails().count == 2)
        #expect(scene.log.lines == [])
    }

    @Test func toldToStopItWaitsForNoPause() async throws {
        let pausing = Gate()
        let script = "[ -e \"$folder/tried\" ] || { touch \"$folder/tried\"; exit 75; }\n" + MailFolder.keep
        let limits = MailQueue.Limits()
        let scene = try MailScene(script) { duration in
            if duration == limits.retryDelays[0] { try await pausing.pass() } else { try await Gate().pass() }
        }
        try scene.send()
        try await scene.run { await pausing.arrivals() }
        #expect(try scene.folder.mails().count == 1)
    }

    /// D7: made by a task of its own behind the answer, a mail came to a queue that had closed.
    @Test func toldToStopItSendsWhatIsStillBeingMade() async throws {
        let stopped = Gate()
        let scene = try MailScene { duration in
            if duration == MailQueue.Limits().draining { stopped.open() }
            try await Gate().pass()
        }
        let address = try EmailAddress("mina@example.com")
        scene.queue.send {
            try await stopped.pass()
            return MailMessage(to: address, subject: "Hidden subject", text: "Hidden")
        }
        scene.queue.send { nil }
        try await scene.run()
        #expect(try scene.folder.mails().count == 1)
        #expect(scene.queue.count == 0)
        #expect(scene.log.lines == [])
    }

    @Test func aMailThatCannotBeMadeIsLoggedAndMakesRoom() async throws {
        let scene = try MailScene()
        scene.queue.send { throw MailSender.Fault.malformed }
        try await scene.run()
        #expect(scene.log.lines.count == 1)
        #expect(scene.queue.count == 0)
    }

    @Test func toldToStopItDoesNotWaitForEver() async throws {
        let started = Gate()
        let limits = MailQueue.Limits.with { $0.commands = 1 }
        let script = "exec 3> \"$folder/pipe\"\necho started >&3\nsleep 1000"
        let scene = try MailScene(script, limits: limits) { duration in
            if duration != limits.draining { try await Gate().pass() }
        }
        let pipe = try NamedPipe(scene.folder.url.appending(path: "pipe"))
        for name in ["a", "b", "c"] { try scene.send(name) }
        async let read = pipe.read { started.open() }
        try await scene.run { try await started.pass() }
        #expect(await read == "started\n", "and what ran is ended")
        #expect(scene.log.lines == ["error: Mails were lost: the server stops count=3"])
        try scene.send("late")
        #expect(scene.log.lines.last == "error: A mail was dropped: the server stops")
    }
}

extension MailQueue.Limits {
    fileprivate static func with(_ change: (inout Self) -> Void) -> Self {
        var limits = Self()
        change(&limits)
        return limits
    }
}

/// A pipe with a name, at which a test waits for a command.
private final class NamedPipe: Sendable {
    private let url: URL

    init(_ url: URL) throws {
        self.url = url
        guard mkfifo(url.path, 0o600) == 0 else { throw TestFailure("There is no pipe") }
    }

    /// What is written to it until all who could write are gone. `started` is called when there is something.
    func read(_ started: @escaping @Sendable () -> Void = {}) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [url] in
                guard let handle = try? FileHandle(forReadingFrom: url) else {
                    return continuation.resume(returning: "")
                }
                let first = handle.availableData
                started()
                let rest = (try? handle.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: first + rest, as: UTF8.self))
            }
        }
    }
}
