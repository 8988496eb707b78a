import { useState } from 'react'
import type { HomePanel } from './home-labels.ts'
import { homePanels } from './home-labels.ts'

const storageKey = 'marquee.home'

/** How a person has arranged the home page: the panels in their order, and which of them are hidden. */
export interface Arrangement {
  readonly order: readonly HomePanel[]
  readonly hidden: readonly HomePanel[]
}

const usual: Arrangement = { order: homePanels, hidden: [] }

/** What is stored, without panels that no longer exist; those that are new come last. */
function read(): Arrangement {
  try {
    const stored = JSON.parse(window.localStorage.getItem(storageKey) ?? 'null') as Partial<Arrangement> | null
    const known = (panels: unknown): readonly HomePanel[] =>
      Array.isArray(panels) ? homePanels.filter((panel) => panels.includes(panel)) : []
    const order = known(stored?.order).toSorted(
      (one, other) => (stored?.order ?? []).indexOf(one) - (stored?.order ?? []).indexOf(other),
    )
    return { order: [...order, ...homePanels.filter((panel) => !order.includes(panel))], hidden: known(stored?.hidden) }
  } catch {
    return usual
  }
}

/** The arrangement of this browser, and its changes. */
export function useArrangement() {
  const [arrangement, setArrangement] = useState(read)
  const keep = (next: Arrangement) => {
    setArrangement(next)
    try {
      if (next === usual) window.localStorage.removeItem(storageKey)
      else window.localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Without storage the page keeps it until it is left.
    }
  }
  return {
    arrangement,
    toggle(panel: HomePanel) {
      const { order, hidden } = arrangement
      keep({ order, hidden: hidden.includes(panel) ? hidden.filter((one) => one !== panel) : [...hidden, panel] })
    },
    /** One place up (-1) or down (1), past panels that this person does not have. */
    move(panel: HomePanel, by: -1 | 1, shown: readonly HomePanel[]) {
      const neighbour = shown[shown.indexOf(panel) + by]
      if (!neighbour) return
      const order = arrangement.order.filter((one) => one !== panel)
      order.splice(order.indexOf(neighbour) + (by === 1 ? 1 : 0), 0, panel)
      keep({ order, hidden: arrangement.hidden })
    },
    reset: () => keep(usual),
  }
}
