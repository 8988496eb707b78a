import { useRef, useState } from 'react'
import { useCommand } from '../../ui/resource/client.web.ts'
import type { Arrangement } from './arrangement.ts'
import { arrangeHome, usualArrangement } from './arrangement.ts'
import type { HomePanel } from './home-labels.ts'

/** The arrangement of the person's account, and its changes. They show at once and are stored one after the other. */
export function useArrangement(stored: Arrangement | undefined) {
  const [own, setOwn] = useState<Arrangement | null>(null)
  const store = useCommand(arrangeHome)
  const last = useRef(Promise.resolve())
  const arrangement = own ?? stored ?? usualArrangement
  const keep = (next: Arrangement) => {
    setOwn(next)
    last.current = last.current.then(async () => {
      // A failure has been shown by the client, and the page shows what is stored again.
      await store.mutateAsync({ input: next }).catch(() => setOwn(null))
    })
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
    reset: () => keep(usualArrangement),
  }
}
