extension Reference {
    /// Someone who listens to a shared sequence.
    struct Listener {
        let join: Moment
        var leave: Moment?
        /// Leaves with its n-th event.
        var limit: Int?
    }

    func diamond(
        _ joining: Joining, _ source: Composition, _ sharing: Sharing, _ combiner: Combiner, at moment: Moment
    ) -> Told {
        let listeners = (0..<2).map { Listener(join: moment.child($0)) }
        let (stories, uses) = share(source, sharing, listeners)
        let mirrored = stories[1].compactMap { 9 - $0 }
        let joined = join(joining, [stories[0], mirrored], isArray: false, combiner, at: moment)
        return Told(joined.elements, end: joined.end, uses: uses)
    }

    /// What each of the listeners is told, who are in the order in which they join, and all that is used meanwhile.
    func share(_ source: Composition, _ sharing: Sharing, _ listeners: [Listener]) -> ([Told], [Told.Use]) {
        var shared = SharedStory(sharing, listeners) { told(source, at: $0) }
        shared.tell()
        return (shared.stories, shared.uses)
    }

    /// What a whole scenario shows.
    func outcome(_ scenario: Scenario) -> Outcome {
        var listeners: [Listener] = []
        for (step, moment) in zip(scenario.schedule.steps, beginnings) {
            switch step {
            case .subscribe(let limit): listeners.append(Listener(join: moment, limit: limit))
            case .dispose(let index) where index < listeners.count:
                listeners[index].leave = listeners[index].leave ?? moment
            default: break
            }
        }
        guard let sharing = scenario.sharing else {
            let stories = listeners.map { listener in
                told(scenario.composition, at: listener.join).cut(at: listener.leave).limited(to: listener.limit)
            }
            return outcome(stories, stories.uses)
        }
        let (stories, uses) = share(scenario.composition, sharing, listeners)
        return outcome(stories, uses)
    }

    private func outcome(_ stories: [Told], _ uses: [Told.Use]) -> Outcome {
        let told = stories.enumerated().flatMap { index, story in story.happenings.map { (index, $0.0, $0.1) } }
        let sights = told.sorted { $0.1 < $1.1 }.map {
            Sight(subscriber: $0.0, step: $0.1.step, time: $0.1.time, event: $0.2)
        }
        let heard = beginnings.map { beginning in
            (0..<Ports.count).map { port in
                uses.contains { use in
                    use.port == port && use.start.step <= beginning.step
                        && use.end.map { $0.step > beginning.step } ?? true
                }
            }
        }
        return Outcome(sights: sights, heard: heard)
    }
}

extension Told {
    var happenings: [(Moment, Happening)] {
        elements.map { ($0.moment, .next($0.value)) }
            + (end.map { [($0.moment, $0.error.map { .error($0) } ?? .completed)] } ?? [])
    }

    /// Left in the middle of the delivery of the n-th event.
    func limited(to limit: Int?) -> Told {
        guard let limit, limit <= elements.count else { return self }
        let last = elements[limit - 1].moment
        return Told(Array(elements.prefix(limit)), uses: uses.compactMap { $0.cut(at: last) })
    }
}

extension Composition: CustomStringConvertible {
    var description: String {
        switch self {
        case .port(let index): "\(Ports.names[index])\(index)"
        case .of(let values): "of(\(values))"
        case .empty: "empty"
        case .never: "never"
        case .error(let code): "error(\(code))"
        case .timer(let due, let period): "timer(\(due), \(period.map { "\($0)" } ?? "-"))"
        case .one(let operation, let source): "\(source).\(operation)"
        case .two(let pairing, let source, let other): "\(source).\(pairing)(\(other))"
        case .many(let joining, let parts, let isArray, let combiner):
            "\(joining)\(isArray ? "[]" : "")(\(parts.map(\.description).joined(separator: ", ")); \(combiner))"
        case .inner(let flattening, let outer, let inner):
            "\(outer).\(flattening){\(inner.choices.map(\.description).joined(separator: " or "))"
                + "\(inner.throwsAt.map { "; throws at \($0)" } ?? "")}"
        case .diamond(let joining, let source, let sharing, let combiner):
            "\(joining) of two of (\(source)).share(\(sharing)); \(combiner)"
        }
    }
}
