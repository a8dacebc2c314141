import Live

extension SiteStrings {
    /// The words of a field for files.
    public func fileWords(_ field: FileField) -> FileWords {
        FileWords(
            remove: text(ko: "빼기", en: "Remove"), cancel: text(ko: "취소", en: "Cancel"), retry: tryAgain,
            refusal: { message($0, field) })
    }

    /// Returns the sentence that says why a file was not taken.
    public func message(_ refusal: FileRefusal, _ field: FileField) -> String {
        switch refusal {
        case .tooLarge:
            text(
                ko: "\(megabytes(field.bytesPerFile))MB가 넘는 파일이라 올릴 수 없어요.",
                en: "This file is larger than \(megabytes(field.bytesPerFile)) MB.")
        case .empty: text(ko: "내용이 없는 파일이에요.", en: "This file is empty.")
        case .surplus:
            text(
                ko: "파일은 \(field.count)개까지 올릴 수 있어요.",
                en: field.count == 1 ? "You can add one file only." : "You can add up to \(field.count) files.")
        case .tooMany:
            text(
                ko: "짧은 시간에 파일을 너무 많이 올렸어요. 잠시 뒤에 다시 시도해 주세요.",
                en: "Too many files in a short time. Please try again later.")
        case .busy:
            text(
                ko: "지금은 파일을 받을 수 없어요. 잠시 뒤에 다시 시도해 주세요.",
                en: "We can’t take files right now. Please try again in a moment.")
        case .failed:
            text(ko: "파일을 올리지 못했어요. 다시 시도해 주세요.", en: "The file couldn’t be uploaded. Please try again.")
        case .missing:
            text(
                ko: "올린 지 오래되어 지워진 파일이에요. 빼고 다시 골라 주세요.",
                en: "This file was deleted because it waited too long. Please remove it and choose it again.")
        }
    }

    private func megabytes(_ bytes: Int) -> Int { max(1, bytes >> 20) }
}
