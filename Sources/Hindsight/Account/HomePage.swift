import HindsightDomain
import Live
import LiveSite

/// `/`: what this is, and the way in.
struct HomePage {
    let strings: Strings
    let today: CalendarDate
    let frame: Frame
    /// The site's own address.
    let origin: String

    private var isSignedIn: Bool { frame.isSignedIn }
    /// A demo is for looking back: its sample goals are completed.
    private var wayOn: HTML {
        frame.name == nil
            ? "<a class='button primary' href='\(Routes.completedGoals.path())'>\(strings.goToCompletedGoals)</a>"
            : "<a class='button primary' href='\(Routes.today.path())'>\(strings.toToday)</a>"
    }

    var html: HTML {
        Layout(strings: strings, title: strings.homeTitle, frame: frame, publicHead: head).document(
            """
            <div class="home">
            <div>
            <h1>\(strings.homeHeading)</h1>
            <p class="lead">\(strings.homeLead)</p>
            <div class="start">
            \(if: isSignedIn, wayOn)
            \(if: frame.name == nil, isSignedIn ? askForDemo : startDemo)
            \(if: !isSignedIn, "<a class=\"button\" href=\"\(Routes.register.path())\">\(strings.signUp)</a>")
            \(if: frame.name == nil, "<p class=\"hint\">\(isSignedIn ? strings.demoReplaces : strings.demoHint)</p>")
            </div>
            </div>
            <figure class="specimen" role="img" aria-label="\(strings.specimenLabel)">
            <p class="kicker">\(strings.specimenCaption)</p>
            <p class="count">\(strings.reviewable(12, hasGoals: true))</p>
            <div class="drawer">
            \(specimen(Jewel(color: .blue, shape: .pear), strings.specimenGoals.0, days: (96, 7), isReviewed: false))
            \(specimen(Jewel(color: .pink, shape: .heart), strings.specimenGoals.1, days: (51, 15), isReviewed: true))
            </div>
            <figcaption><b>\(strings.specimenAnswer.heading)</b>\(strings.specimenAnswer.text)</figcaption>
            </figure>
            </div>
            <ul class="points" role="list">
            \(strings.points.map { point in
                "<li>\(picture(point.jewel))<h2>\(point.heading)</h2><p>\(point.text)</p></li>"
            })
            </ul>
            """)
    }

    /// Meta tags for search engines and link previews. A picture is named with the site's address there, since it is
    /// fetched from elsewhere.
    private var head: HTML {
        """
        <meta name="description" content="\(strings.homeDescription)">
        <link rel="canonical" href="\(origin)/">
        <meta property="og:type" content="website">
        <meta property="og:site_name" content="\(strings.appName)">
        <meta property="og:title" content="\(strings.homeTitle)">
        <meta property="og:description" content="\(strings.homeDescription)">
        <meta property="og:locale" content="\(strings.language == .korean ? "ko_KR" : "en_US")">
        <meta property="og:url" content="\(origin)/">
        <meta property="og:image" content="\(origin)\(strings.asset("/share.png"))">
        <meta property="og:image:width" content="1200">
        <meta property="og:image:height" content="630">
        <meta name="twitter:card" content="summary_large_image">
        """
    }

    private var startDemo: HTML {
        """
        <form method="post" action="\(Routes.demo.path())"><input type="hidden" name="timeZone" data-time-zone>\
        <button class="button primary">\(strings.tryDemo)</button></form>
        """
    }

    private var askForDemo: HTML { "<a class='button' href='\(Routes.demo.path())'>\(strings.replaceDemo)</a>" }

    private func picture(_ jewel: Jewel) -> HTML {
        """
        <svg class="jewel jewel-\(jewel.color.rawValue)" aria-hidden="true">\
        <use href="\(strings.asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg>
        """
    }

    /// The words for days, of which those of this year don't say the year.
    private var dated: Strings {
        var strings = strings
        strings.today = today
        return strings
    }

    /// A card of the example. It has the state of its review where others have a link.
    private func specimen(_ jewel: Jewel, _ title: String, days: (Int, Int), isReviewed: Bool) -> HTML {
        """
        <div class="card">
        <div class="well">\(picture(jewel))</div>
        <p class="card-title"><b>\(title)</b></p>
        <p class="card-dates">\(dated.days(from: today.adding(days: -days.0), to: today.adding(days: -days.1)))</p>
        <p class="card-action"><span class="badge\(if: isReviewed, " view")">\
        \(strings.name(of: isReviewed ? CompletedGoalsFilter.reviewed : .waiting))</span></p>
        </div>
        """
    }
}
