/// A mistake in a screen, found when its page is opened: the page is not shown, and the error says how to fix it.
public enum ScreenFault: Error, Equatable, CustomStringConvertible {
    /// An interpolated stream is no property of the screen's Input.
    case inputWithoutName
    /// An interpolated stream is no property of the view model's Output.
    case outputWithoutName
    /// One stream is the Output of two names; only the first would be sent to the page.
    case outputNamedTwice(String, String)
    /// An Output is shown in two places that are not distinguished by a `part`; the second would show the first's
    /// markup. A list and another place can't be distinguished, which is checked in debug builds only.
    case outputShownTwice(String)
    /// An Output is shown within another's slot, which is replaced as a whole.
    case slotWithinSlot(String)
    /// A form or a field is in a row that pages share (`wording:`), so the first page's token and texts would be on all
    /// of them.
    case formInSharedRow(String)
    /// A field for files stands in no form, or in a slot within it: a browser without the script couldn't send it.
    case fileOutsideForm(String)
    /// The view model has a bag that is not its `bag`, which the page's end would not dispose of. Checked in debug
    /// builds only.
    case hiddenBag
    /// An Input has more than 64 properties.
    case tooManyInputs

    /// The mistake and its remedy, in a sentence.
    public var description: String {
        switch self {
        case .inputWithoutName: "An input in the markup is no property of the screen's Input."
        case .outputWithoutName: "An output in the markup is no property of the view model's Output."
        case .outputNamedTwice(let first, let second): "The outputs \(first) and \(second) are one stream."
        case .outputShownTwice(let name): "The output \(name) is shown twice; give each place a part of its own."
        case .slotWithinSlot(let name): "The output \(name) is shown within a slot; combine the two with slot(with:)."
        case .formInSharedRow(let name):
            "The form or field of \(name) is in a row that pages share; leave wording: out."
        case .fileOutsideForm(let name): "The field for the files of \(name) has to be in its form, outside of slots."
        case .hiddenBag: "The view model has a DisposeBag that is private or has another name than bag."
        case .tooManyInputs: "An Input can have \(Offers.capacity) properties at most."
        }
    }
}
