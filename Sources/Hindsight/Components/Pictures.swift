import Live

extension Copy {
    /// A jewel's picture, with its name for those who don't see it.
    func picture(of jewel: Jewel) -> HTML {
        """
        <div class="well"><svg class="jewel jewel-\(jewel.color.rawValue)" role="img" aria-label="\(name(of: jewel))">\
        <use href="\(asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg></div>
        """
    }

    /// The picture of a level of fulfilment; its words stand beside it.
    func picture(of level: Level) -> HTML {
        """
        <svg class="level-picture jewel-purple" aria-hidden="true">\
        <use href="\(asset("/levels.svg"))#level-\(level.rawValue)"></use></svg>
        """
    }

    /// From when to when.
    func days(from start: CalendarDate, to end: CalendarDate) -> HTML {
        """
        <time datetime="\(iso: start)">\(day(start))</time> – <time datetime="\(iso: end)">\(day(end))</time>
        """
    }
}

extension HTML.StringInterpolation {
    /// A calendar day in the notation of ISO 8601: "2026-11-20".
    mutating func appendInterpolation(iso date: CalendarDate) {
        appendInterpolation(date.year)
        appendLiteral(date.month < 10 ? "-0" : "-")
        appendInterpolation(date.month)
        appendLiteral(date.day < 10 ? "-0" : "-")
        appendInterpolation(date.day)
    }
}
