/// A shared sequence, told by going through what happens to it in order: who joins, who leaves, what its source says.
struct SharedStory {
    private(set) var stories: [Told] = []
    private(set) var uses: [Told.Use] = []

    private let sharing: Sharing
    private let listeners: [Reference.Listener]
    private let source: (Moment) -> Told
    private var told: [[(Moment, Happening)]]
    private var members: [Int] = []
    private var joined = 0
    private var recent: [Int] = []
    private var stop: Happening?
    private var connection: (story: Told, left: ArraySlice<(Moment, Happening)>)?

    init(_ sharing: Sharing, _ listeners: [Reference.Listener], source: @escaping (Moment) -> Told) {
        (self.sharing, self.listeners, self.source) = (sharing, listeners, source)
        told = listeners.map { _ in [] }
    }

    mutating func tell() {
        while true {
            let join = joined < listeners.count ? listeners[joined].join : nil
            let leaving = members.filter { listeners[$0].leave != nil }.min { leave(of: $0) < leave(of: $1) }
            let departure = leaving.map { leave(of: $0) }
            let event = connection?.left.first
            guard let next = [join, departure, event?.0].compactMap({ $0 }).min() else { break }
            if let leaving, next == departure {
                remove(leaving, at: next)
            } else if next == join {
                add(joined, at: next)
            } else if let event {
                connection?.left.removeFirst()
                deliver(event.1, at: next)
            }
        }
        if let connection { uses += connection.story.uses }
        stories = told.map { happenings in
            let elements = happenings.compactMap { moment, event in
                if case .next(let value) = event { Told.Element(moment: moment, value: value) } else { nil }
            }
            guard let (moment, stop) = happenings.last, stop.isStop else { return Told(elements) }
            return Told(
                elements, end: .init(moment: moment, error: { if case .error(let code) = stop { code } else { nil } }())
            )
        }
    }

    private func leave(of listener: Int) -> Moment { listeners[listener].leave ?? listeners[listener].join }

    private mutating func add(_ listener: Int, at moment: Moment) {
        joined += 1
        if stop == nil { members.append(listener) }
        let replayed = recent.map { Happening.next($0) } + (stop.map { [$0] } ?? [])
        for (index, event) in replayed.enumerated() where !hasEnough(listener) {
            give(event, to: listener, at: moment.child(index))
        }
        guard members.contains(listener), connection == nil else { return }
        let story = source(moment.child(replayed.count))
        connection = (story, story.happenings[...])
    }

    private mutating func deliver(_ event: Happening, at moment: Moment) {
        let present = members
        if case .next(let value) = event {
            recent = Array((recent + [value]).suffix(sharing.replay))
        } else {
            if sharing.isForever { stop = event } else { recent = [] }
            members = []
            uses += connection?.story.uses ?? []
            connection = nil
        }
        for listener in present { give(event, to: listener, at: moment.child(listener)) }
    }

    private mutating func give(_ event: Happening, to listener: Int, at moment: Moment) {
        told[listener].append((moment, event))
        if hasEnough(listener) { remove(listener, at: moment) }
    }

    private func hasEnough(_ listener: Int) -> Bool {
        listeners[listener].limit.map { told[listener].count >= $0 } ?? false
    }

    private mutating func remove(_ listener: Int, at moment: Moment) {
        members.removeAll { $0 == listener }
        guard members.isEmpty, let left = connection else { return }
        uses += left.story.cut(at: moment).uses
        connection = nil
        if !sharing.isForever { recent = [] }
    }
}
