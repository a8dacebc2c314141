/// The moment of one of several subscriptions that a trampoline makes, one after the other. When a subscription ends
/// while it is being made, the trampoline's loop makes the next one: that is the sibling of this one in the tree of
/// calls. When it ends later, a new loop begins in the call that ends it.
struct Bounce {
    private let base: Moment
    private let index: Int

    static func first(at moment: Moment) -> Bounce { Bounce(base: moment, index: 0) }

    var moment: Moment { base.child(index) }

    func next(after end: Moment) -> Bounce {
        end.isDuring(moment) ? Bounce(base: base, index: index + 1) : Bounce(base: end, index: 0)
    }
}

extension Reference {
    func concat(_ parts: [Composition], at moment: Moment) -> Told {
        var stories: [Told] = []
        var bounce = Bounce.first(at: moment)
        for part in parts {
            let story = told(part, at: bounce.moment)
            stories.append(story)
            guard let completion = story.completion else { return stories.oneAfterTheOther(end: story.end) }
            bounce = bounce.next(after: completion)
        }
        return stories.oneAfterTheOther(end: .completed(at: bounce.moment))
    }

    func retry(_ source: Composition, _ count: Int, at moment: Moment) -> Told {
        guard count > 0 else { return Told(end: .completed(at: moment)) }
        var stories = [Told]()
        var bounce = Bounce.first(at: moment)
        while true {
            let story = told(source, at: bounce.moment)
            stories.append(story)
            guard let failure = story.failure, stories.count < count else {
                return stories.oneAfterTheOther(end: story.end)
            }
            bounce = bounce.next(after: failure.moment)
        }
    }

    func retry(_ source: Composition, _ patience: Patience, at moment: Moment) -> Told {
        var stories = [Told]()
        var bounce = Bounce.first(at: moment.child(1))
        while true {
            let story = told(source, at: bounce.moment)
            stories.append(story)
            guard let failure = story.failure else { return stories.oneAfterTheOther(end: story.end) }
            switch patience {
            case .times(let count) where stories.count > count:
                return stories.oneAfterTheOther(end: .completed(at: failure.moment))
            case .failing(let count) where stories.count > count:
                return stories.oneAfterTheOther(end: .init(moment: failure.moment, error: 9))
            case .times, .failing: bounce = bounce.next(after: failure.moment)
            case .delayed(let units), .timer(let units):
                let due = failure.moment.time + units
                guard let fired = firing(due: due, startedAt: failure.moment) else {
                    return stories.oneAfterTheOther(end: nil)
                }
                bounce = .first(at: fired.child(1))
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
        var bounce: Bounce?
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
                    let own = end.flatMap { bounce?.next(after: $0) } ?? .first(at: element.moment)
                    bounce = own
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
    fileprivate func oneAfterTheOther(end: Told.End?) -> Told { Told(flatMap(\.elements), end: end, uses: uses) }
}
