import Foundation
import HindsightDomain
import Live
import LiveHTTP
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Pictures to be shared.
@Suite(.timeLimit(.minutes(15))) struct PictureTests {
    @Test func aPictureOfTheJewelsNeedsNothingElse() throws {
        let cuts = """
            <symbol id="heart" viewBox="0 0 64 64"><path fill="var(--j1)" stroke="color-mix(in oklab,var(--j1),var(--j2))"/></symbol>
            """
        var year = YearReview(year: 2026)
        year.months[2] = [JewelTally(jewel: Jewel(color: .pink, shape: .heart), count: 3)]
        let frame = SharedPicture(strings: Strings(language: .korean), cuts: cuts)
        let picture = JewelPicture(frame: frame, period: .year(2026), tallies: year.tallies, year: year)
        let svg = picture.svg
        #expect(svg.contains("2026년 돌아보기") && svg.contains("보석 3개"))
        #expect(svg.contains("fill=\"#ffe9f1\"") && svg.contains("stroke=\"#fdcee0\""))
        #expect(!svg.contains("var(") && !svg.contains("href") && !svg.contains("color-mix"))
        #expect(throws: Never.self) { try wellFormed(svg) }
    }

    /// Tags are closed in their order.
    private func wellFormed(_ svg: String) throws {
        var open: [Substring] = []
        for match in svg.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
            if !match.3.isEmpty { continue }
            if match.1.isEmpty { open.append(match.2) } else { try #require(open.popLast() == match.2) }
        }
        try #require(open.isEmpty)
    }

    @Test func theTonesOfAPictureAreThoseOfTheStyleSheet() throws {
        let css = try #require(publicFiles.get().text(of: "/hindsight.css"))
        for color in Jewel.Color.allCases {
            let rule = color.tones.enumerated().map { "--j\($0 + 1): \($1)" }.joined(separator: ";")
            let isThere = css.contains(".jewel-\(color.rawValue){\(rule)}")
            #expect(isThere, "\(color)")
        }
    }

    private func detail(_ title: String, completedOn day: CalendarDate? = nil) throws -> GoalDetail {
        let fields = GoalFields(
            title: GoalTitle(unchecked: title), startDate: try #require(CalendarDate("2026-11-03")), endDate: .max)
        let steps = [true, false].enumerated().map { place, isDone in
            Step(id: StepID(Int64(place)), place: place, title: "a", isDone: isDone)
        }
        let completion = day.map {
            Completion(
                jewel: Jewel(color: .pink, shape: .heart), completedAt: Date(timeIntervalSince1970: 0), day: $0,
                rank: 12, hasReview: false,
                celebration: .over)
        }
        return GoalDetail(
            goal: Goal(id: GoalID(1), fields: fields, box: day == nil ? .active : .completed), steps: steps,
            revision: 1,
            completion: completion)
    }

    @Test(arguments: nastyTexts)
    func aPictureOfAGoalHasItsTitleAsText(title: String) throws {
        let svg = GoalPicture(
            frame: SharedPicture(strings: Strings(language: .english), cuts: ""), goal: try detail(title)
        ).svg
        #expect(throws: Never.self) { try wellFormed(svg) }
        #expect(svg.contains("1 of 2 steps done") && svg.contains("From November 3, 2026"))
        // Characters that XML doesn't have, and none of its own markup.
        #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" } && !svg.contains("<script"))
    }

    @Test func aCompletedGoalsPictureHasItsJewelAndItsDays() throws {
        let cuts = "<symbol id=\"heart\" viewBox=\"0 0 64 64\"><path fill=\"var(--j1)\"/></symbol>"
        let svg = GoalPicture(
            frame: SharedPicture(strings: Strings(language: .english), cuts: cuts),
            goal: try detail("Swim", completedOn: CalendarDate("2026-11-05"))
        ).svg
        #expect(svg.contains("fill=\"#ffe9f1\"") && svg.contains("12th goal"))
        #expect(svg.contains("November 3, 2026 – November 5, 2026"))
    }

    @Test(arguments: [
        ("Swim", ["Swim"]), ("Read ten pages every morning", ["Read ten pages", "every morning"]),
        ("가나다라마바사아자차카타파", ["가나다라마바사아자차", "카타파"]),
        ("가나다라 마바사아자차카타", ["가나다라 마바사아자", "차카타"]), ("", []),
        (
            String(repeating: "가", count: 40),
            Array(repeating: String(repeating: "가", count: 10), count: 2)
                + [String(repeating: "가", count: 10) + "…"]
        ),
    ])
    func aTitleIsDividedIntoLines(title: String, lines: [String]) {
        #expect(SharedPicture.lines(of: title, width: 10, count: 3) == lines)
    }

    @Test func picturesAreOfTheOwnersGoalsAlone() async throws {
        try await withApp { app in
            let (mina, jun) = (try await app.member("mina@example.com"), try await app.member("jun@example.com"))
            let path = Routes.goalPicture.path(mina.goals[0])
            let answer = try await mina.visitor.get(path)
            #expect(answer.status == 200 && answer["Content-Type"] == "image/svg+xml; charset=utf-8")
            #expect(answer["Content-Disposition"] == "attachment; filename=\"hindsight-goal-\(mina.goals[0]).svg\"")
            #expect(answer["Cache-Control"] == "no-store")
            #expect(try await jun.visitor.get(path).status == 404)
            #expect(try await mina.visitor.get(Routes.goalPicture.path(GoalID(9_999_999))).status == 404)
            #expect(try await app.browser().get(path)["Location"] == "/login")
            #expect(try await mina.visitor.get("/jewels/picture?in=2026").text.contains("<svg"))
        }
    }

    /// Debian's `librsvg2-bin` has the program.
    @Test(.enabled(if: PNGConverter() != nil))
    func aBrowserGetsAPictureThatItsPhotoLibraryTakes() async throws {
        try await withApp { app in
            let mina = try await app.member("mina@example.com")
            let path = Routes.goalPicture.path(mina.goals[0], query: Query().asPNG)
            let answer = try await mina.visitor.get(path)
            #expect(answer.status == 200 && answer["Content-Type"] == "image/png")
            let bytes = answer.body
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // Width and height, as the header of PNG has them.
            #expect(Array(bytes.dropFirst(16).prefix(8)) == [0, 0, 4, 56, 0, 0, 5, 70])
            // Thirty in a row; whoever wants more waits.
            var count = 1
            while count < 100,
                case .allowed = try await app.fixture.accounts.attempt(
                    [PictureRoutes.limit(of: mina.id)], on: nil, from: Client())
            {
                count += 1
            }
            #expect(count == 30)
            for method in ["GET", "HEAD"] {
                let refused = try await mina.visitor.send(method, path)
                #expect(refused.status == 429 && refused["Retry-After"] != nil)
            }
        }
    }

    @Test(.enabled(if: PNGConverter() != nil))
    func whatIsNoPictureIsRefused() async throws {
        let converter = try #require(PNGConverter(patience: .seconds(300)))
        await #expect(throws: Command.Failure.self) { _ = try await converter.png(of: "<svg", for: "1") }
        #expect(PNGConverter(in: "/nowhere:") == nil)
    }
}
