/// When something happens, finely enough to put any two things that happen in an order.
///
/// A schedule runs step by step, and within a step everything is a synchronous call. So a moment is the address of a
/// call in the tree of calls that a step makes: the first thing that a call causes is `child(0)`, the next `child(1)`;
/// addresses are in the order in which a depth-first walk meets them. The reference reasons about simultaneous events
/// with nothing but this order, while the library under test never sees it.
struct Moment: Comparable, CustomStringConvertible {
    let step: Int
    let time: Int
    var path: [Int] = []

    /// The n-th thing that is caused by what happens at this moment.
    func child(_ index: Int) -> Moment {
        Moment(step: step, time: time, path: path + [index])
    }

    /// One of several things that happen in a step in the order in which something was done earlier: the delivery of an
    /// event to the subscriber who came at that moment, the timer that was started at that moment.
    func place(of earlier: Moment) -> Moment {
        Moment(step: step, time: time, path: earlier.code)
    }

    /// Whether this happens during the call that began at another moment.
    func isDuring(_ other: Moment) -> Bool {
        step == other.step && time == other.time && path.starts(with: other.path)
    }

    /// The whole moment as a part of a path: in the same order as moments, and none is the beginning of another.
    private var code: [Int] {
        var code = [step + 1, time + 1]
        for index in path { code.append(index + 1) }
        code.append(0)
        return code
    }

    static func < (left: Moment, right: Moment) -> Bool {
        if left.step != right.step { return left.step < right.step }
        if left.time != right.time { return left.time < right.time }
        let shared = min(left.path.count, right.path.count)
        var index = 0
        while index < shared {
            if left.path[index] != right.path[index] { return left.path[index] < right.path[index] }
            index += 1
        }
        return left.path.count < right.path.count
    }

    var description: String { "\(step)@\(time)\(path)" }
}
