/// What the library should do, written a second time in another way: for a composition that is subscribed to at a
/// moment, the story of that subscription. Nothing here is sent or disposed of. The whole schedule is known beforehand,
/// and the story is calculated from it.
struct Reference {
    private struct Sent {
        let moment: Moment
        let event: Happening
    }

    /// When each step begins: its index, and the time.
    let beginnings: [Moment]
    /// Until when time passes in each step; nil where none does.
    private let horizons: [Int?]
    /// What each port sends, up to its end.
    private let sent: [[Sent]]

    init(_ schedule: Schedule) {
        var beginnings: [Moment] = []
        var horizons: [Int?] = []
        var sent: [[Sent]] = Array(repeating: [], count: Ports.count)
        var time = 0
        for (index, step) in schedule.steps.enumerated() {
            beginnings.append(Moment(step: index, time: time))
            if case .advance(let units) = step { time += units }
            horizons.append({ if case .advance = step { time } else { nil } }())
            if case .send(let port, let event) = step, sent[port].last?.event.isStop != true {
                sent[port].append(Sent(moment: beginnings[index], event: event))
            }
        }
        (self.beginnings, self.horizons, self.sent) = (beginnings, horizons, sent)
    }

    func told(_ composition: Composition, at moment: Moment) -> Told {
        switch composition {
        case .port(let index): port(index, at: moment)
        case .of(let values): of(values, at: moment)
        case .empty: Told(end: .completed(at: moment))
        case .never: Told()
        case .error(let code): Told(end: .init(moment: moment, error: code))
        case .timer(let due, let period): timer(due, period, at: moment)
        case .one(let operation, let source): apply(operation, to: source, at: moment)
        case .two(let pairing, let source, let other): pair(pairing, source, other, at: moment)
        case .many(let joining, let parts, let isArray, let combiner):
            join(joining, parts, isArray: isArray, combiner, at: moment)
        case .inner(let flattening, let outer, let inner): flatten(flattening, outer, inner, at: moment)
        case .diamond(let joining, let source, let sharing, let combiner):
            diamond(joining, source, sharing, combiner, at: moment)
        }
    }

    /// When a timer fires that is started at a moment, if the schedule goes on for long enough. Timers that are due
    /// together fire in the order in which they were started.
    func firing(due: Int, startedAt start: Moment) -> Moment? {
        let step = horizons.indices.first { index in
            guard index >= start.step, let horizon = horizons[index] else { return false }
            return horizon >= due
        }
        return step.map { Moment(step: $0, time: due).place(of: start) }
    }

    func of(_ values: [Int], at moment: Moment) -> Told {
        let elements = values.enumerated().map { Told.Element(moment: moment.child($0.offset), value: $0.element) }
        return Told(elements, end: .completed(at: moment.child(values.count)))
    }

    private func port(_ index: Int, at moment: Moment) -> Told {
        // What is sent counts as known from its moment on, also to those who come while it is being delivered.
        let known = sent[index].filter { $0.moment.step <= moment.step }
        let values = known.compactMap { if case .next(let value) = $0.event { value } else { nil } }
        let stop = known.last.flatMap { $0.event.isStop ? $0.event : nil }
        let replayed =
            switch index {
            case Ports.behavior, Ports.behaviorRelay: stop == nil ? [values.last ?? Ports.initial] : []
            case Ports.replay: Array(values.suffix(Ports.replayed))
            default: [Int]()
            }
        var elements = replayed.enumerated().map { Told.Element(moment: moment.child($0.offset), value: $0.element) }
        if let stop { return Told(elements, end: end(stop, at: moment.child(replayed.count))) }
        var last: Told.End?
        for sent in sent[index].dropFirst(known.count) {
            let delivery = sent.moment.place(of: moment)
            if case .next(let value) = sent.event {
                elements.append(Told.Element(moment: delivery, value: value))
            } else {
                last = end(sent.event, at: delivery)
            }
        }
        return Told(elements, end: last, uses: [Told.Use(port: index, start: moment, end: nil)])
    }

    private func end(_ event: Happening, at moment: Moment) -> Told.End {
        if case .error(let code) = event { .init(moment: moment, error: code) } else { .completed(at: moment) }
    }

    private func timer(_ due: Int, _ period: Int?, at moment: Moment) -> Told {
        guard let period else {
            let fired = firing(due: moment.time + due, startedAt: moment)
            return fired.map { of([0], at: $0) } ?? Told()
        }
        var elements: [Told.Element] = []
        var start = moment
        while let fired = firing(due: moment.time + due + elements.count * period, startedAt: start) {
            // The next one is started before this one is sent.
            start = fired.child(0)
            elements.append(Told.Element(moment: fired.child(1), value: elements.count))
        }
        return Told(elements)
    }
}
