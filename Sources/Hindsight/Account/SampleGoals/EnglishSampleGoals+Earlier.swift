import HindsightDomain

extension SampleSet {
    /// Newest first; older than all of ``englishRecent``.
    static let englishEarlier = [
        SampleGoal("Save three months of rent", from: 420, to: 231),
        SampleGoal(
            "Swim 50 metres front crawl",
            from: 330,
            to: 262,
            review: .free(
                .five,
                """
                Two months ago I didn't want to put my face in the water. Today I swam fifty metres. The \
                last ten were mostly splashing, but I touched the wall and the instructor clapped.

                Everyone kept telling me to relax and I had no idea what that meant, until one evening I \
                was simply too tired to be tense, and I floated. I can't remember when I last felt so \
                clearly that I was learning something.
                """
            )
        ),
        SampleGoal("Give a talk at work without notes", from: 310, to: 290),
        SampleGoal(
            "Twelve weeks of evening pottery",
            from: 410,
            to: 324,
            review: .guided(
                .three,
                liked: """
                    I went every single week, even the one with the train strike, and I own four bowls that \
                    stand up straight.
                    """,
                lacked: """
                    I was there, but I played safe. I made the same bowl over and over because I knew it \
                    would work.
                    """,
                learned: """
                    Turning up and practising are different things. The evenings I ruined something were the \
                    ones I remember.
                    """,
                longedFor: """
                    To throw something tall, and to be all right with losing it in the kiln.
                    """
            )
        ),
        SampleGoal("Paint the living room", from: 372, to: 358),
        SampleGoal(
            "Walk two stages of the coast path",
            from: 405,
            to: 386,
            review: .free(
                .four,
                """
                Eight hours with the sea on the left, and a bowl of soup at the end that I still think \
                about. I'd forgotten how far you can see when nothing is in the way.

                On the second day my new boots took the skin off both heels, so I saw more of my feet \
                than of the view. Break boots in at home: the sort of lesson you only learn by ignoring \
                it. I finished anyway.
                """
            )
        ),
        SampleGoal(
            "Learn five of Gran's recipes",
            from: 520,
            to: 417,
            review: .free(
                .five,
                """
                All of Gran's measurements are "about that much", so I stood beside her with a set of \
                scales. Five recipes are written down now, including the dumplings that never work for \
                anyone else.

                I went for the cooking and came home with the stories: the first flat, the stove with \
                one ring, the soup so salty that nobody spoke. I should have started years ago.
                """
            )
        ),
        SampleGoal(
            "Write my own budget tracker",
            from: 530,
            to: 448,
            review: .guided(
                .two,
                liked: """
                    It reads the bank's export and adds up each month. It's the first program of mine that \
                    did something for me.
                    """,
                lacked: """
                    I decided it needed charts and lost two of the three months to them. In the end I hardly \
                    tracked anything.
                    """,
                learned: """
                    A small thing used every day is worth more than a big thing nearly done.
                    """,
                longedFor: """
                    To build something that can be finished in a single day.
                    """
            )
        ),
        SampleGoal("Drink enough water for a month", from: 511, to: 481),
        SampleGoal(
            "Finish a half marathon",
            from: 640,
            to: 512,
            review: .free(
                .two,
                """
                I have the medal, but honestly I didn't enjoy it. My knee started to hurt at 15 km and I \
                kept going because I'd paid for the place. I couldn't run for a month afterwards.

                Reaching a goal and reaching it well are two different things. Next time, knowing when \
                to stop is part of the plan.
                """
            )
        ),
        SampleGoal("Drive on the highway again", from: 590, to: 549),
        SampleGoal(
            "Turn the box room into a workshop",
            from: 655,
            to: 601,
            review: .guided(
                .four,
                liked: """
                    With a bench and a proper lamp in there I actually make things again. Everything is \
                    second-hand, so it cost half of what I'd set aside.
                    """,
                lacked: """
                    I left the cables for last, and last hasn't come yet.
                    """,
                learned: """
                    Clearing out took three times as long as setting up. The room was there all along.
                    """,
                longedFor: """
                    A wall of shelves, and this time I'd like to cut the wood myself.
                    """
            )
        ),
        SampleGoal("Fill one notebook with a daily page", from: 728, to: 637),
    ]
}
