/// The attributes by which a page and its scripts understand each other. Each script lists those that it uses at its top;
/// a test compares them with these, so that neither can know one that the other doesn't.
package enum LiveAttribute: String, CaseIterable {
    // Written by the runtime.
    /// On the live element: where its stream is.
    case live = "data-live"
    /// On the live element: the id of the last change that it shows.
    case last = "data-last"
    /// On the live element: the token that inputs carry.
    case csrf = "data-csrf"
    /// On the live element: whose page it is, so that nobody gets to see what another has typed.
    case owner = "data-owner"
    /// On the live element: where the page is, when that is not its beginning.
    case resume = "data-resume"
    /// On the live element: what its fields hold was typed, and no session knows of it.
    case typed = "data-typed"
    /// The Output that an element shows.
    case output = "data-output"
    /// The element's rows are sent one by one.
    case list = "data-list"
    /// What the element shows has happened once.
    case moment = "data-moment"
    /// The element is one of several that show its Output.
    case part = "data-part"
    /// In an event: the row behind which this one is put.
    case after = "data-after"
    /// In an event: this row is taken away.
    case removed = "data-removed"
    /// In an event: all rows are taken away.
    case reset = "data-reset"
    /// The Input that an element sends.
    case input = "data-input"
    /// The value that it sends.
    case value = "data-value"
    /// On a field: the Input that it sends when it is left after typing.
    case left = "data-left"
    /// What a field's text was made from; the script changes and sends it, and does not look into it.
    case basis = "data-basis"
    /// The field's text is kept nowhere.
    case secret = "data-secret"
    /// Where the newest flash is shown.
    case flash = "data-flash"

    // Written by screens.
    /// Milliseconds after a key until a field's text is sent.
    case debounce = "data-debounce"
    /// Sends its input when it comes into view.
    case visible = "data-visible"
    /// Takes the content of the Output around it away.
    case dismiss = "data-dismiss"
    /// A dialog that opens as a modal one.
    case modal = "data-modal"
    /// Where the end of a dialog leads to; on a button in it: what a key that closes the dialog presses.
    case close = "data-close"
    /// With it what has been typed is given up.
    case forget = "data-forget"
    /// Gets the focus when the element that had it is gone.
    case focus = "data-focus"
    /// Says what is wrong with the field of that id.
    case `for` = "data-for"
    /// With a script: whether a button can be pressed.
    case enabled = "data-enabled"
    /// A field that the script fills with the browser's time zone. With a value its form is sent, too.
    case timeZone = "data-time-zone"
    /// A link that is followed at once: its input is not sent.
    case follow = "data-follow"
    /// On a button: it shows the text of the password field of that id.
    case reveal = "data-reveal"
    /// Shows how many characters the field of that id has.
    case count = "data-count"
    /// On a counter or around it: how many there may be.
    case limit = "data-limit"
    /// Milliseconds after which a notice goes by itself.
    case timeout = "data-timeout"
    /// What two pages share, by its name: it moves from its place on the one to its place on the other.
    case shared = "data-shared"
    /// A `details` element that closes when the visitor turns to something else.
    case menu = "data-menu"
    /// On the element of `pages.js`: where `live.js` is.
    case runtime = "data-runtime"
    /// On the element of `pages.js`: where `window.js` is.
    case window = "data-window"
    /// On the element of `pages.js`: where `typing.js` is.
    case typing = "data-typing"

    /// On a style sheet that not all pages have: the window adds it on the way to the first page that does.
    case own = "data-own"

    // Written by the script.
    /// On the document and on the element `connection`: the state of the line.
    case state = "data-state"
    /// On the element `connection`, once it said that the line is lost: that it is back is worth a word, too.
    case again = "data-again"
    /// On the document, as long as something that was typed is not kept by the server.
    case unsaved = "data-unsaved"
    /// On the link or the button that is being followed.
    case pressed = "data-pressed"
}
