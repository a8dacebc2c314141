extension Reference {
    /// An element is sent when its timer fires before the next event, or by the completion.
    func debounce(_ source: Told, _ units: Int) -> Told {
        var elements: [Told.Element] = []
        let follows = source.elements.dropFirst().map { Optional($0.moment) } + [source.end?.moment]
        for (element, next) in zip(source.elements, follows) {
            let fired = firing(due: element.moment.time + units, startedAt: element.moment)
            if let fired, next.map({ fired < $0 }) ?? true {
                elements.append(Told.Element(moment: fired, value: element.value))
            } else if let completion = source.completion, next == completion {
                elements.append(Told.Element(moment: completion.child(0), value: element.value))
                return source.telling(elements, end: .completed(at: completion.child(1)))
            }
        }
        return source.telling(elements, end: source.end)
    }

    /// All later, one timer after the other: the one for the next is started when the one before has fired and its
    /// event has been sent.
    func delay(_ source: Told, _ units: Int) -> Told {
        var elements: [Told.Element] = []
        var former: Moment?
        func firing(_ moment: Moment) -> Moment? {
            let start = former.map { $0 < moment && !moment.isDuring($0) ? moment : $0.child(1) } ?? moment
            return self.firing(due: moment.time + units, startedAt: start)
        }
        for element in source.elements {
            guard let fired = firing(element.moment) else { return source.telling(elements, end: source.failure) }
            former = fired
            elements.append(Told.Element(moment: fired.child(0), value: element.value))
        }
        guard let completion = source.completion else { return source.telling(elements, end: source.failure) }
        return source.telling(elements, end: firing(completion).map { .completed(at: $0.child(0)) })
    }

    /// The one operator whose state is followed from element to element: what is sent next depends on when the former
    /// one was sent.
    func throttle(_ source: Told, _ units: Int, latest: Bool) -> Told {
        var sent: [Told.Element] = []
        var held: (value: Int, firing: Moment?)?
        func openAt() -> Int? { sent.last.map { $0.moment.time + units } }
        func sendHeld(before moment: Moment?) {
            guard let value = held?.value, let firing = held?.firing, moment.map({ firing < $0 }) ?? true else {
                return
            }
            sent.append(Told.Element(moment: firing, value: value))
            held = nil
        }
        for element in source.elements {
            let now = element.moment
            sendHeld(before: now)
            if let open = openAt(), open > now.time {
                guard latest else { continue }
                held = (element.value, held == nil ? firing(due: open, startedAt: now) : held?.firing)
            } else {
                held = nil
                sent.append(element)
            }
        }
        sendHeld(before: source.end?.moment)
        guard let held, source.completion != nil else { return source.telling(sent, end: source.end) }
        guard let firing = held.firing else { return source.telling(sent, end: nil) }
        sent.append(Told.Element(moment: firing.child(0), value: held.value))
        return source.telling(sent, end: .completed(at: firing.child(1)))
    }

    /// The first timer is started before the source is subscribed to, each other one when an element has been sent.
    func timeout(_ source: Composition, _ units: Int, _ value: Int?, at moment: Moment) -> Told {
        let source = told(source, at: moment.child(1))
        let follows = source.elements.map { Optional($0.moment) } + [source.end?.moment]
        var start = moment.child(0)
        var sent: [Told.Element] = []
        for (index, next) in follows.enumerated() {
            if let fired = firing(due: start.time + units, startedAt: start), next.map({ fired < $0 }) ?? true {
                let other =
                    value.map { of([$0], at: fired) } ?? Told(end: .init(moment: fired, error: Failure.ofStreams))
                return Told(sent + other.elements, end: other.end, uses: source.cut(at: fired).uses)
            }
            guard index < source.elements.count else { break }
            let element = source.elements[index]
            sent.append(Told.Element(moment: element.moment.child(0), value: element.value))
            start = element.moment.child(1)
        }
        return source.telling(sent, end: source.end)
    }
}
