import HindsightDomain

extension SampleSet {
    /// Written in English.
    static let english = SampleSet(
        completed: englishRecent + englishEarlier,
        active: [
            SampleGoal(
                "Stretch for fifteen minutes before bed", from: 12, to: -18,
                steps: ["Put the mat beside the bed", "Three evenings in a row", "A whole week", "Touch my toes"],
                done: 2),
            SampleGoal(
                "Finish the online statistics course", from: 35, to: -55,
                steps: [
                    "Unit 1: describing data", "Unit 2: probability", "Unit 3: sampling", "Unit 4: estimating",
                    "Unit 5: testing", "The practice exam", "The exam",
                ], done: 4),
            SampleGoal(
                "Learn a song for Mia's wedding", from: 20, to: -33,
                steps: [
                    "Choose the song", "Know the words by heart", "Sing it with Jun at the piano",
                    "Sing it in front of someone", "Once through the sound check",
                ], done: 1),
        ],
        stored: [
            SampleGoal(
                "A month of early swims", from: 140, to: 110,
                steps: ["Find a lane that opens at six", "Five swims", "Ten swims", "Twenty swims"], done: 2),
            SampleGoal(
                "Make a small book of film photographs", from: 300, to: 205,
                steps: ["Choose thirty pictures", "Put them in order", "Print and bind one copy"], done: 1),
            SampleGoal("Learn to read Greek letters", from: 95, to: 64),
        ]
    )

    /// Newest first.
    private static let englishRecent = [
        SampleGoal("Walk for half an hour after work", from: 66, to: 5),
        SampleGoal(
            "Thirty mornings up at six",
            from: 44,
            to: 14,
            review: .guided(
                .four,
                liked: """
                    I was up at the first alarm on twenty-four of the thirty days. The quiet kitchen and the \
                    first coffee were the best part of most of them.
                    """,
                lacked: """
                    Every Friday I stayed up late, and every Saturday morning fell over because of it.
                    """,
                learned: """
                    Getting up early is decided the evening before. Leaving the phone in the hall did more \
                    than any amount of willpower.
                    """,
                longedFor: """
                    To keep the weekends within an hour of the weekdays, so that Monday doesn't feel like \
                    jet lag.
                    """
            )
        ),
        SampleGoal("Read one long article in Spanish each week", from: 150, to: 22),
        SampleGoal(
            "Spend a weekend by the sea on my own",
            from: 60,
            to: 31,
            review: .free(
                .five,
                """
                I looked at the cancel button more often than I'd like to admit. Once I was there, being \
                alone turned out to be the point: I sat above the harbour for two hours in the rain and \
                nobody asked what we were doing next.

                Eating dinner by myself was only strange the first evening. On the second the owner \
                brought me a bowl of mussels that wasn't on the menu. Next time I'll plan half as much.
                """
            )
        ),
        SampleGoal("Empty the desk drawers and the wardrobe", from: 52, to: 38),
        SampleGoal(
            "Run 5 km without stopping",
            from: 120,
            to: 49,
            review: .guided(
                .five,
                liked: """
                    The first time I ran the whole way I shouted out loud on the bridge. It took 34 minutes \
                    and I couldn't have cared less.
                    """,
                lacked: """
                    I kept skipping the stretching, and my calves let me know for days.
                    """,
                learned: """
                    The faster I tried to go, the sooner I had to walk. If I can still talk, the pace is \
                    right.
                    """,
                longedFor: """
                    A 10 km race, and someone to run it with. I've already started working on Sam.
                    """
            )
        ),
        SampleGoal("Call my parents every Sunday", from: 150, to: 60),
        SampleGoal(
            "Publish ten blog posts",
            from: 170,
            to: 74,
            review: .free(
                .three,
                """
                I did get to ten, but the last three read like someone counting. Still, next to the \
                first post the tenth has much shorter sentences, and I no longer apologise in the \
                opening paragraph.

                The one people actually read wasn't the one I polished. It was about fixing the washing \
                machine. Useful beats clever, it seems.
                """
            )
        ),
        SampleGoal("A month without takeout", from: 118, to: 88),
        SampleGoal("Play one whole song on the guitar", from: 210, to: 103),
        SampleGoal(
            "Pass the first-aid course",
            from: 240,
            to: 131,
            review: .guided(
                .four,
                liked: """
                    Practising on real people instead of diagrams. By the third evening my hands knew what \
                    to do before I did.
                    """,
                lacked: """
                    I put off learning the drug names until the last week, and it showed in the written \
                    part.
                    """,
                learned: """
                    Staying calm is a list: look, call, act. Having an order leaves no room for panic.
                    """,
                longedFor: """
                    A refresher every year, and to talk the office into buying a decent kit.
                    """
            )
        ),
        SampleGoal(
            "Grow salad and tomatoes on the allotment",
            from: 260,
            to: 158,
            review: .free(
                .four,
                """
                The lettuce came up faster than I could give it away, and the blight took half of the \
                tomatoes. I'd insisted on not spraying anything, so there was nobody to blame but me.

                An hour of digging on Saturday morning undid a week of sitting. Next year: five plants, \
                not fifteen.
                """
            )
        ),
        SampleGoal("Down to one coffee a day", from: 214, to: 184),
        SampleGoal(
            "Read twelve novels",
            from: 400,
            to: 203,
            review: .guided(
                .five,
                liked: """
                    Twelve books, nearly all of them on the train. I missed my stop twice on the last forty \
                    pages of Pachinko.
                    """,
                lacked: """
                    I wrote nothing down, and a few of them are already a blur.
                    """,
                learned: """
                    I'm allowed to give up on a book at page fifty. Once I let myself stop, I read more.
                    """,
                longedFor: """
                    Someone to talk to about them, maybe once a month, with food.
                    """
            )
        ),
    ]
}
