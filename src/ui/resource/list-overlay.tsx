import { Suspense, useEffect, useState } from 'react'
import { lazyScreen } from '../lazy-screen.tsx'
import type { RowCommandsProps } from './row-places.web.ts'
import { useScreenParts } from './screen-parts.web.ts'

const RowActions = lazyScreen(async () => (await import('./row-actions.tsx')).RowActions)

/** What lies over the rows of a list. Most visits only read, so commands of rows come with the first pointer or focus on one. */
export function ListOverlay({ mayEdit, ...props }: RowCommandsProps & { mayEdit: boolean }) {
  const { CellEditing } = useScreenParts()
  const { of, rows, within } = props
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const scroller = within.current
    const approach = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-row-id]')) setNear(true)
    }
    scroller?.addEventListener('pointermove', approach)
    scroller?.addEventListener('focusin', approach)
    return () => {
      scroller?.removeEventListener('pointermove', approach)
      scroller?.removeEventListener('focusin', approach)
    }
  }, [within])
  return (
    <Suspense>
      {mayEdit && <CellEditing of={of} rows={rows} within={within} />}
      {isNear && <RowActions {...props} />}
    </Suspense>
  )
}
