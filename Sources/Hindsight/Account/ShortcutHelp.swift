import HindsightDomain
import Live
import LiveSite

/// The part of `/help` about keyboard shortcuts, which they show as well: `later.js` takes its dialogs from it.
struct ShortcutHelp {
    let strings: Strings

    var html: HTML {
        """
        <section id="shortcuts"><header><h2>\(strings.shortcuts)</h2></header>
        <dl class="keys">\(strings.shortcutKeys.map { keys, words in
            "<div><dt>\(keys.map { "<kbd>\($0)</kbd> " as HTML })</dt><dd>\(words)</dd></div>" as HTML
        })</dl>
        <p class="hint">\(strings.shortcutsNeedScript)</p>
        \(keysDialog)\(commandsDialog)
        </section>
        """
    }

    private var keysDialog: HTML {
        """
        <template data-keys><div class="modal-body"><h2>\(strings.shortcuts)</h2>
        <label><input type="checkbox"><span>\(strings.useSingleKeys)</span></label>
        <form method="dialog"><button class="button primary">\(strings.close)</button></form></div></template>
        """
    }

    /// Besides the links, the dialog lists what the page has.
    private var commandsDialog: HTML {
        let links = [
            (strings.heading(of: .new), Routes.newGoal.path()),
            (strings.heading(of: .completed), Routes.completedGoals.path()),
            (strings.heading(of: .stored), Routes.storedGoals.path()),
            (strings.name(of: .week), Routes.thisWeek.path()),
            (strings.allAnswers, Routes.weekAnswers.path()), (strings.name(of: .year), Routes.thisYear.path()),
            (strings.name(of: .jewels), Routes.jewels.path()),
            (strings.heading(of: .performed), Routes.performed.path()),
            (strings.remindersLink, Routes.reminders.path()),
            (strings.importGoals, Routes.importGoals.path()), (strings.help, Routes.help.path()),
        ]
        return """
            <template data-commands><div class="field">
            <label class="visually-hidden" for="command">\(strings.findCommand)</label>
            <input id="command" type="text" role="combobox" aria-expanded="true" aria-controls="command-list" \
            autocomplete="off" placeholder="\(strings.findCommand)"></div>
            <ul id="command-list" role="listbox" aria-label="\(strings.findCommand)" data-search="\(strings.searchFor("%"))"></ul>
            <nav>\(links.map { "<a href='\($1)'>\($0)</a>" as HTML })</nav></template>
            """
    }
}

extension Strings {
    fileprivate var shortcuts: String { text(ko: "단축키", en: "Keyboard shortcuts") }
    fileprivate var shortcutsNeedScript: String {
        text(
            ko: "로그인한 화면에서, 글을 쓰고 있지 않을 때 쓸 수 있어요. JavaScript가 필요해요.",
            en: "They work while you’re signed in and not typing. JavaScript must be on.")
    }
    fileprivate var useSingleKeys: String { text(ko: "한 글자 단축키 사용하기", en: "Use single-key shortcuts") }
    fileprivate var close: String { text(ko: "닫기", en: "Close") }
    fileprivate var findCommand: String { text(ko: "무엇을 할까요?", en: "What would you like to do?") }
    fileprivate func searchFor(_ words: String) -> String {
        text(ko: "‘\(words)’ 검색하기", en: "Search for “\(words)”")
    }

    /// The keys of each shortcut, and what it does.
    fileprivate var shortcutKeys: [([String], String)] {
        [
            (["n"], heading(of: .new)), (["/"], search),
            (["j", "k"], text(ko: "다음 항목, 이전 항목으로 가기", en: "Go to the next or the previous item")),
            (["x"], text(ko: "선택한 항목의 단계 완료하기", en: "Tick the step of the selected item")),
            (["Ctrl", "K"], text(ko: "할 수 있는 일 모두 보기 (Mac은 ⌘ K)", en: "Everything you can do here (⌘ K on a Mac)")),
            (["?"], text(ko: "이 목록 보기", en: "Show this list")),
        ]
    }
}
