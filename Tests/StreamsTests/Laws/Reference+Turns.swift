/// The address of one of several subscriptions that are made by a loop: when one is over by the time it has been made,
/// the next is its sibling; otherwise what ends it begins a new loop.
struct Turn {
    private let base: Moment
    private let index: Int

    static func first(at moment: Moment) -> Turn { Turn(base: moment, index: 0) }

    var moment: Moment { base.child(index) }

    func next(after end: Moment) -> Turn {
        end.isDuring(moment) ? Turn(base: base, index: index + 1) : Turn(base: end, index: 0)
    }
}

extension Reference {
    func concat(_ parts: [Composition], at moment: Moment) -> Told {
        var stories: [Told] = []
        var turn = Turn.first(at: moment)
        for part in parts {
            let story = told(part, at: turn.moment)
            stories.append(story)
            guard let completion = story.completion else { return stories.inTurn(end: story.end) }
            turn = turn.next(after: completion)
        }
        return stories.inTurn(end: .completed(at: turn.moment))
    }

    func retry(_ source: Composition, _ count: Int, at moment: Moment) -> Told {
        guard count > 0 else { return Told(end: .completed(at: moment)) }
        var stories = [Told]()
        var turn = Turn.first(at: moment)
        while true {
            let story = told(source, at: turn.moment)
            stories.append(story)
            guard let failure = story.failure, stories.count < count else { return stories.inTurn(end: story.end) }
            turn = turn.next(after: failure.moment)
        }
    }

    func retry(_ source: Composition, _ patience: Patience, at moment: Moment) -> Told {
        var stories = [Told]()
        var turn = Turn.first(at: moment.child(1))
        while true {
            let story = told(source, at: turn.moment)
            stories.append(story)
            guard let failure = story.failure else { return stories.inTurn(end: story.end) }
            switch patience {
            case .times(let count) where stories.count > count:
                return stories.inTurn(end: .completed(at: failure.moment))
            case .failing(let count) where stories.count > count:
                return stories.inTurn(end: .init(moment: failure.moment, error: 9))
            case .times, .failing: turn = turn.next(after: failure.moment)
            case .delayed(let units), .timer(let units):
                let due = failure.moment.time + units
                guard let fired = firing(due: due, startedAt: failure.moment) else { return stories.inTurn(end: nil) }
                turn = .first(at: fired.child(1))
            }
        }
    }

    func flatten(_ flattening: Flattening, _ outer: Composition, _ inner: Inner, at moment: Moment) -> Told {
        let outer = told(outer, at: moment)
        let story = { (value: Int, start: Moment) throws -> Told in
            let choice = inner.choices[try inner.choice(value)]
            return told(choice, at: start).compactMap { ($0 + value) % 10 }
        }
        if flattening == .catch { return catching(outer) { try story($0.error ?? 0, $0.moment) } }
        var stories: [Told] = []
        var turn: Turn?
        for (index, element) in outer.elements.enumerated() {
            let next = index + 1 < outer.elements.count ? outer.elements[index + 1].moment : nil
            let isBusy = stories.last.map { $0.completion.map { $0 > element.moment } ?? true } ?? false
            do {
                switch flattening {
                case .flatMap, .catch: stories.append(try story(element.value, element.moment))
                case .flatMapLatest: stories.append(try story(element.value, element.moment).cut(at: next))
                case .flatMapFirst: if !isBusy { stories.append(try story(element.value, element.moment)) }
                case .concatMap:
                    _ = try inner.choice(element.value)
                    // Behind one that never completes.
                    if isBusy, stories.last?.completion == nil { continue }
                    let end = isBusy ? stories.last?.completion : nil
                    let own = end.flatMap { turn?.next(after: $0) } ?? .first(at: element.moment)
                    turn = own
                    stories.append(try story(element.value, own.moment))
                }
            } catch {
                let stopped = outer.telling(outer.elements, end: .failed(error, at: element.moment))
                return ends(flattening, stopped, stories)
            }
        }
        return ends(flattening, outer, stories)
    }

    /// All inner sequences with the end of the outer one; of those that were replaced the completion doesn't count.
    private func ends(_ flattening: Flattening, _ outer: Told, _ stories: [Told]) -> Told {
        let counted = flattening == .flatMapLatest ? Array(stories.suffix(1)) : stories
        let completion = (counted + [outer]).completion.map { Told.End.completed(at: $0) }
        let end = Told.End.first([outer.failure, stories.firstFailure, completion])
        return Told(stories.elements, end: end, uses: outer.uses + stories.uses)
    }
}

extension [Told] {
    /// One after the other.
    fileprivate func inTurn(end: Told.End?) -> Told { Told(flatMap(\.elements), end: end, uses: uses) }
}
