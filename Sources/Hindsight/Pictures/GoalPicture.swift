import HindsightDomain
import Live

/// A picture of a goal: its jewel, or the stones of its steps.
struct GoalPicture {
    let frame: SharedPicture
    let goal: GoalDetail

    private static let tray = (x: 190, y: 120, size: 700)
    private var strings: Strings { frame.strings }

    var svg: String {
        let title = goal.goal.title
        let isLong = title.count > 34
        let size = isLong ? 50 : 62
        // Room for three lines at most.
        let lines = SharedPicture.lines(of: title, width: isLong ? 18.6 : 15, count: isLong ? 4 : 3)
        let top = Self.tray.y + Self.tray.size + 104
        let middle = SharedPicture.width / 2
        var content = tray
        for (index, line) in lines.enumerated() {
            content += SharedPicture.line(
                line, x: middle, y: top + index * size * 5 / 4, size: size, weight: 700, anchor: "middle")
        }
        for (index, fact) in facts.enumerated() {
            content += SharedPicture.line(
                fact, x: middle, y: top + (lines.count - 1) * size * 5 / 4 + 76 + index * 50, size: 32,
                color: index == 0 ? SharedPicture.accent : SharedPicture.softInk, anchor: "middle")
        }
        return frame.svg(title: title, content)
    }

    /// Two lines below the title.
    private var facts: [String] {
        let start = goal.goal.startDate
        guard let completion = goal.completion else {
            let days =
                goal.goal.fields.hasEnd
                ? "\(strings.longDay(start)) – \(strings.longDay(goal.goal.endDate))"
                : strings.from(strings.longDay(start))
            return goal.steps.isEmpty ? [days] : [strings.stepsDone(goal.doneCount, of: goal.steps.count), days]
        }
        let first = min(start, completion.day)
        let days =
            first == completion.day
            ? strings.longDay(first) : "\(strings.longDay(first)) – \(strings.longDay(completion.day))"
        return [completion.rank.map(strings.ordinalGoal), days].compactMap(\.self)
    }

    private var tray: String {
        let (x, y, size) = Self.tray
        let box =
            "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(size)\" height=\"\(size)\" rx=\"56\" fill=\"\(SharedPicture.felt)\"/>"
        guard let jewel = goal.completion?.jewel else { return box + stones }
        return box
            + "<g transform=\"translate(\(x + 78) \(y + 78)) scale(8.5)\">\(frame.drawing(of: jewel))</g>"
    }

    /// The nine places of the tray: a stone where a step is done.
    private var stones: String {
        let (cell, gap) = (196, 22)
        let places = Dictionary(uniqueKeysWithValues: goal.steps.map { ($0.place, $0.isDone) })
        return (0..<Step.limit).map { place in
            let x = Self.tray.x + 34 + place % 3 * (cell + gap)
            let y = Self.tray.y + 34 + place / 3 * (cell + gap)
            let isStep = places[place] != nil
            let well = """
                <rect x="\(x)" y="\(y)" width="\(cell)" height="\(cell)" rx="28" \
                fill="\(isStep ? SharedPicture.paper : "none")"\(isStep ? "" : " stroke=\"#cbbfd0\" stroke-width=\"3\" stroke-dasharray=\"10 10\"")/>
                """
            guard places[place] == true else { return well }
            let jewel = Jewel(color: .ofStep(at: place), shape: .brilliant)
            return well + "<g transform=\"translate(\(x + 26) \(y + 26)) scale(2.25)\">\(frame.drawing(of: jewel))</g>"
        }.joined()
    }
}
