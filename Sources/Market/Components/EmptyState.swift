import Live

/// The content of an empty list: a picture, the words, and the way on.
struct EmptyState {
    let title: String
    var text: HTML?
    /// The way on; nil for none.
    var way: (address: String, words: String)?

    /// A stall without goods. It is hidden from screen readers: the words say what is missing.
    static var picture: HTML {
        """
        <svg class="stall" width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">\
        <path class="post" d="M26 44v68M142 44v68"/>\
        <path class="cloth" d="M22 10h124l14 30H8z"/>\
        <path class="stripe" d="M46.8 10h24.8l-2.8 30H38.4zM96.4 10h24.8l8.4 30h-30.4z"/>\
        <path class="cloth" d="M8 40a15.2 13 0 0 0 30.4 0zM68.8 40a15.2 13 0 0 0 30.4 0zM129.6 40a15.2 13 0 0 0 30.4 0z"/>\
        <path class="stripe" d="M38.4 40a15.2 13 0 0 0 30.4 0zM99.2 40a15.2 13 0 0 0 30.4 0z"/>\
        <path class="table" d="M14 78h140v12H14z"/><path class="front" d="M20 90h128v24H20z"/></svg>
        """
    }

    var html: HTML {
        """
        <div class="empty">\(Self.picture)<h2>\(title)</h2>\(text.map { "<p>\($0)</p>" })\
        \(way.map { "<a class='button primary' href='\($0.address)'>\($0.words)</a>" })</div>
        """
    }
}
