// A list that is loaded as a whole is sorted and filtered by its grid alone, so only the grid knows the order that people see,
// as only a tree knows its own.

let shown: readonly string[] = []

/** Keeps the pages that the rows of a list lead to, in the order in which they are shown. */
export function rememberShownPages(hrefs: readonly string[]): void {
  shown = hrefs
}

/** The pages of the list that was on screen last. */
export const lastShownPages = (): readonly string[] => shown
