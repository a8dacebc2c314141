import Live

/// The content of an empty list: a picture, the words, and the way on.
struct EmptyState {
    let picture: EmptyPicture
    let title: String
    /// The id of the heading, which names the section that is empty; nil for none.
    var titleID: String?
    var text: HTML?
    /// The way on; nil for none.
    var way: (address: String, words: String)?

    var html: HTML {
        """
        <div class="empty">\(picture.html)<h2\(titleID.map { " id=\"\($0)\"" })>\(title)</h2>\(text.map { "<p>\($0)</p>" })\
        \(way.map { "<a class='button primary' href='\($0.address)'>\($0.words)</a>" })</div>
        """
    }
}

/// The jewel box, drawn with nothing in it, in the tones of the page. It is hidden from screen readers: the words beside it
/// say what is missing.
enum EmptyPicture {
    /// The tray with the place of the first stone.
    case waiting
    case open, closed
    /// With a lens over it.
    case searched
    /// With the bookmark of a review.
    case unread

    var html: HTML {
        """
        <svg width="160" height="112" viewBox="0 0 160 112" stroke="var(--line)" stroke-linejoin="round" aria-hidden="true">\(drawing)</svg>
        """
    }

    private var drawing: HTML {
        switch self {
        case .waiting:
            """
            \(box)<circle cx="80" cy="26" r="15" fill="none" stroke="var(--accent)" stroke-width="2" stroke-dasharray="3.7 4"/>
            """
        case .open: "\(lid)\(box)"
        case .searched:
            """
            \(lid)\(box)<g stroke="var(--accent)"><path stroke-linecap="round" stroke-width="7" d="M101 59l14 15"/>\
            <circle cx="84" cy="42" r="21" fill="var(--paper)" fill-opacity=".6" stroke-width="4"/></g>
            """
        case .unread:
            """
            \(lid)\(box)<path fill="var(--accent)" stroke="none" d="M108 80h15v28l-7.5-6-7.5 6z"/>
            """
        case .closed:
            """
            <path fill="var(--felt-lit)" d="M12 58l12-24q2-4 6-4h100q4 0 6 4l12 24z"/>\
            <path fill="var(--sheet)" d="M12 58h136v40q0 6-6 6H18q-6 0-6-6zM12 72h136"/>\
            <circle cx="80" cy="72" r="5" fill="var(--accent)" stroke="var(--sheet)" stroke-width="2"/>
            """
        }
    }

    private var lid: HTML {
        """
        <path fill="var(--sheet)" d="M27 48L21 17q-1-7 6-7h106q7 0 6 7l-6 31z"/>\
        <path fill="var(--felt-lit)" d="M33 44l-5-25q-.5-3 3-3h98q3.5 0 3 3l-5 25z"/>
        """
    }

    /// The box without its lid: the front, and the tray with two rows of wells.
    private var box: HTML {
        """
        <path fill="var(--felt)" d="M27 48h106l13 32H14z"/><path fill="var(--felt-lit)" d="\
        M36 57a10 3.6 0 0 1 20 0a10 3.6 0 0 1-20 0m22.5 0a10 3.6 0 0 1 20 0a10 3.6 0 0 1-20 0m23 0a10 3.6 0 0 1 20 0a10 3.6 0 0 1-20 0m22.5 0a10 3.6 0 0 1 20 0a10 3.6 0 0 1-20 0\
        M29 70a11.5 4.4 0 0 1 23 0a11.5 4.4 0 0 1-23 0m26 0a11.5 4.4 0 0 1 23 0a11.5 4.4 0 0 1-23 0m27 0a11.5 4.4 0 0 1 23 0a11.5 4.4 0 0 1-23 0m26 0a11.5 4.4 0 0 1 23 0a11.5 4.4 0 0 1-23 0"/>\
        <path fill="var(--sheet)" d="M12 80h136v18q0 6-6 6H18q-6 0-6-6z"/><circle cx="80" cy="92" r="4.5" fill="var(--accent)" stroke="none"/>
        """
    }
}
