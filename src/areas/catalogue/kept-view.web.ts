/** How the categories are looked at. */
export type SectionView = 'tree' | 'table'

/** For each person of this browser. */
const keyOf = (email: string) => `marquee.categories.view.${email}`

/** The view that somebody chose last; the tree until they choose. */
export function readKeptView(email: string): SectionView {
  try {
    return localStorage.getItem(keyOf(email)) === 'table' ? 'table' : 'tree'
  } catch {
    return 'tree'
  }
}

export function keepView(email: string, view: SectionView): void {
  try {
    localStorage.setItem(keyOf(email), view)
  } catch {
    // Without storage it cannot be remembered.
  }
}
