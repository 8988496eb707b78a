/** How the categories are shown. */
export type SectionView = 'tree' | 'table'

/** For each person of this browser. */
const keyOf = (email: string) => `marquee.categories.view.${email}`

/** The user's last choice of view; the tree by default. */
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
