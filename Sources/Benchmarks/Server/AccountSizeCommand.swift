import ArgumentParser
import Foundation
import Hindsight
import HindsightDomain

/// Times every page and every change in an account with few goals and in one with very many, in turns.
struct AccountSizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account-size",
        abstract: "What pages and changes take in an account with 50,000 goals, beside one with 50.",
        discussion: "Both follow 500 people, who share 500 goals with one and 50,000 with the other.")

    /// The most that the large account may take, of what the small one takes.
    private static let limit = 2.0

    @Flag(help: "Fails when something takes more than twice as long in the large account.")
    var check = false
    @Option(help: "How many goals the large account has.")
    var goals = 50_000
    @Option(help: "How often each thing is done in each account.")
    var rounds = 100

    func run() async throws {
        let server = try await ServerUnderTest<GoalsUnderTest>.start()
        let result: Result<[AccountSizeRun.Timing], any Error>
        do {
            let run = try await AccountSizeRun(server, sizes: [50, goals])
            result = .success(try await run.timings(rounds: rounds))
        } catch { result = .failure(error) }
        await server.stop()
        let timings = try result.get()
        print("| what | 50 goals, p50 | \(goals) goals, p50 | times |\n|---|---|---|---|")
        for timing in timings { print(timing.row) }
        let slow = timings.filter { $0.factor > Self.limit }
        for timing in slow { print("More than twice as long: \(timing.name)") }
        if check, !slow.isEmpty { throw ExitCode.failure }
    }
}

/// Two accounts on one server, and what is done in both.
struct AccountSizeRun {
    /// The medians of one thing, in milliseconds.
    struct Timing {
        var name: String
        var small: Double
        var large: Double

        var factor: Double { large / small }
        var row: String { "| \(name) | \(Self.text(small)) ms | \(Self.text(large)) ms | \(Self.text(factor)) |" }

        private static func text(_ number: Double) -> String { String(format: "%.2f", number) }
    }

    private struct Subject {
        let id: AccountID
        let cookie: String
        let client: Client
        /// All in the order of making; a reviewed one, one that is not, and two that are being worked on.
        let goals: [GoalID]
        let reviewed: GoalID
        let completed: GoalID
        let active: GoalID
        let other: GoalID
    }

    private let store: any GoalStore
    private let subjects: [Subject]

    init(_ server: ServerUnderTest<GoalsUnderTest>, sizes: [Int]) async throws {
        store = server.app.goals
        var subjects: [Subject] = []
        for (index, size) in sizes.enumerated() {
            let client = try Client(port: server.port)
            // Accounts of a new database are counted from 1. The sample goals of both are the same in number.
            let (cookie, id) = (try client.makeAccount(), AccountID(Int64(index + 1)))
            var goals: [GoalID] = []
            for start in stride(from: 0, to: size, by: 500) {
                goals += try await store.addGoals((start..<min(start + 500, size)).map(Self.goal), of: id)
            }
            // The first four of ten goals are completed and reviewed, and the last is active.
            subjects.append(
                Subject(
                    id: id, cookie: cookie, client: client, goals: goals, reviewed: goals[size - 10],
                    completed: goals[size - 5], active: goals[size - 1], other: goals[size - 11]))
        }
        // As the service beside a server does.
        while try await store.indexSearch() > 0 {}
        for (subject, size) in zip(subjects, sizes) {
            let limit = Connections.limit
            try await server.addPeople(limit, sharing: max(1, size / limit), with: subject.id)
        }
        self.subjects = subjects
    }

    /// As in a life: of ten goals eight are completed, five of them with a review, one is put away, one in progress.
    private static func goal(_ number: Int) throws -> NewGoal {
        let today = CalendarDate(year: 2020, month: 1, day: 1) ?? .min
        let start = today.adding(days: number % 2000)
        let steps = try (0..<number % 6).map {
            NewStep(title: try GoalTitle("Step \($0) of goal \(number)"), isDone: number % 10 < 8)
        }
        let time = Date(timeIntervalSince1970: 1_500_000_000 + Double(number) * 60)
        let state: NewGoal.State
        switch number % 10 {
        case 0..<5:
            var draft = ReviewDraft(style: .free, level: .four)
            draft.text = String(repeating: "What went well, and what did not. ", count: 1 + number % 20)
            state = .completed(
                .random(), at: time, review: Review(content: try draft.validated(), writtenAt: time))
        case 5..<8: state = .completed(.random(), at: time)
        case 8: state = .stored
        default: state = .active
        }
        return NewGoal(
            title: try GoalTitle("Goal \(number) of many"), startDate: start,
            endDate: number % 10 == 9 ? .max : start.adding(days: 30), state: state, steps: steps)
    }

    func timings(rounds: Int) async throws -> [Timing] {
        var timings: [Timing] = []
        func time(_ name: String, _ work: (Subject, Int) async throws -> Void) async throws {
            var times = subjects.map { _ in [Double]() }
            for round in 0..<rounds + rounds / 10 {
                // Both orders, so that neither always comes second.
                for index in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                    // A change of nothing: what the store remembers of the account is dropped, and read anew.
                    _ = try await store.addGoals([], of: subjects[index].id)
                    let start = ContinuousClock.now
                    try await work(subjects[index], round)
                    let spent = (ContinuousClock.now - start) / .milliseconds(1)
                    if round >= rounds / 10 { times[index].append(spent) }
                }
            }
            let medians = times.map { $0.sorted()[$0.count / 2] }
            timings.append(Timing(name: name, small: medians[0], large: medians[1]))
        }
        try await pages(time)
        try await changes(time)
        return timings
    }

    private typealias Time = (String, (Subject, Int) async throws -> Void) async throws -> Void

    private func pages(_ time: Time) async throws {
        let addresses: [(String, (Subject) -> String)] = [
            ("today", { _ in "/today" }), ("completed box", { _ in "/goals/completed" }),
            ("active box", { _ in "/goals/active" }),
            ("stored box", { _ in "/goals/stored" }), ("to review", { _ in "/goals/completed?show=waiting" }),
            ("completed box, in the middle", { "/goals/completed?after=\($0.goals[$0.goals.count / 2 - 5])" }),
            ("active box, in the middle", { "/goals/active?after=\($0.goals[$0.goals.count / 2 - 1])" }),
            ("an active goal", { "/goals/\($0.active)" }), ("a completed goal", { "/goals/\($0.completed)" }),
            ("a review", { "/goals/\($0.reviewed)/review" }),
            ("the form of a review", { "/goals/\($0.completed)/review" }),
            ("new goal", { _ in "/goals/new" }), ("settings", { _ in "/settings" }),
            ("jewel box", { _ in "/jewels" }), ("jewel box, of a kind", { _ in "/jewels?color=pink&shape=heart" }),
            ("jewel box, in the middle", { "/jewels?after=\($0.completed)" }), ("a year", { _ in "/years/2017" }),
            ("timeline", { _ in "/timeline/performed" }),
            ("timeline, in the middle", { _ in "/timeline/performed?before=1501500000000.1" }),
            ("timeline of 500 others", { _ in "/timeline/received" }),
            ("timeline of 500 others, in the middle", { _ in "/timeline/received?before=1700005000000.1" }),
            ("500 people", { _ in "/people" }),
            ("this week", { _ in "/weeks" }), ("a search", { _ in "/search?q=goal" }),
        ]
        for (name, address) in addresses {
            try await time(name) { subject, _ in
                _ = try subject.client.request("GET", address(subject), ["Cookie": subject.cookie])
            }
        }
        try await time("a download's first bytes") { subject, _ in
            let client = try Client(port: subject.client.port)
            try client.send("GET", "/settings/export", ["Cookie": subject.cookie])
            try client.take(upTo: "\r\n\r\n")
        }
    }

    private enum ShownAt {
        case goal, review, box

        func path(of subject: Subject) -> String {
            switch self {
            case .goal: "/goals/\(subject.active)"
            case .review: "/goals/\(subject.reviewed)/review"
            case .box: "/goals/active"
            }
        }
    }

    /// Each with the page that shows it, which is read anew after the change.
    private func changes(_ time: Time) async throws {
        func change(
            _ name: String, shownAt page: ShownAt, _ work: @escaping (Subject, Int) async throws -> Void
        ) async throws {
            try await time(name) { subject, round in
                try await work(subject, round)
                _ = try subject.client.request("GET", page.path(of: subject), ["Cookie": subject.cookie])
            }
        }
        func detail(_ subject: Subject) async throws -> GoalDetail {
            guard let detail = try await store.goal(of: subject.id, subject.active) else {
                throw Client.Failure(description: "There is no such goal.")
            }
            return detail
        }
        // The first stays to be done, so that the goal isn't completed.
        for subject in subjects {
            _ = try await store.addStep(GoalTitle("To do"), key: nil, of: subject.id, subject.active)
        }
        try await change("tick or untick", shownAt: .goal) { subject, round in
            guard let step = try await detail(subject).steps.first else { return }
            _ = try await store.tick(
                step.id, isDone: round.isMultiple(of: 2), of: subject.id, subject.active)
        }
        try await change("add or remove a step", shownAt: .goal) { subject, round in
            let found = try await detail(subject)
            if found.canAddStep, round.isMultiple(of: 2) {
                _ = try await store.addStep(GoalTitle("Step \(round)"), key: nil, of: subject.id, subject.active)
            } else if let step = found.steps.dropFirst(2).last {
                _ = try await store.removeStep(step.id, of: subject.id, subject.active)
            }
        }
        try await change("edit a goal", shownAt: .goal) { subject, round in
            let found = try await detail(subject)
            var fields = found.goal.fields
            fields.title = try GoalTitle("Goal \(round) again")
            _ = try await store.editGoal(fields, from: found.revision, of: subject.id, subject.active)
        }
        try await change("save a review", shownAt: .review) { subject, round in
            let review = try await store.goalReview(of: subject.id, goal: subject.reviewed)?.review
            var draft = ReviewDraft(style: .free, level: .three)
            draft.text = "Saved for the \(round). time"
            _ = try await store.saveReview(
                draft.validated(), of: subject.id, goal: subject.reviewed,
                from: SaveBasis(review: review?.revision, writer: "a page"))
        }
        try await change("delete a goal or undo it", shownAt: .box) { subject, round in
            if round.isMultiple(of: 2) {
                try await store.deleteGoal(of: subject.id, subject.other)
            } else {
                _ = try await store.restoreGoal(of: subject.id, subject.other)
            }
        }
        try await change("make a goal", shownAt: .box) { subject, round in
            let today = CalendarDate(year: 2026, month: 1, day: 1) ?? .min
            let fields = GoalFields(title: try GoalTitle("New \(round)"), startDate: today, endDate: .max)
            _ = try await store.addGoal(fields, isFinished: false, key: nil, of: subject.id)
        }
    }
}
