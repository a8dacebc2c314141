/// Something that happened to an account.
package enum AccountEvent: String, CaseIterable, Sendable {
    /// Somebody got in, tried to, or got out: here, or on another device from here.
    case registered, signedIn, signInFailed, signedOut, signedOutElsewhere
    /// The password is another one: with the old one, or by a link that was asked for.
    case passwordChanged, passwordReset, resetRequested
    /// The address is another one, or is to be when it is confirmed.
    case emailChangeRequested, emailChanged
    /// All that is in the account was taken along as a file, or goals were brought in from one.
    case exported, imported
    /// The address of the private calendar was made, made anew, or is good for nothing any more.
    case calendarMade, calendarRenewed, calendarEnded
    /// A browser gets notifications, or no longer does.
    case notificationsOn, notificationsOff
}

/// The number of goals and reviews in an account, which its owner would lose with it.
package struct AccountContent: Hashable, Sendable {
    /// In all boxes.
    package let goals: Int
    /// Reviews of them.
    package let reviews: Int
    /// Goals that came with the account, as examples.
    package var samples = 0

    package init(goals: Int, reviews: Int, samples: Int = 0) {
        self.goals = goals
        self.reviews = reviews
        self.samples = samples
    }

    /// Goals that the owner has added.
    package var ownGoals: Int { goals - samples }
}

/// The part of a demo account that is kept when it is signed up.
package enum DemoChoice: String, CaseIterable, Sendable, Codable {
    /// Nothing.
    case empty
    /// Everything but the samples.
    case own
    /// Everything.
    case all
}
