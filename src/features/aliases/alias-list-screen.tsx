import { msg } from '../../core/i18n/language.ts'
import { lazy, Suspense } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { aliases } from './aliases.ts'

// It comes with the first selection: most visits to the list select nothing.
const SwapButton = lazy(async () => ({ default: (await import('./swap-button.tsx')).SwapButton }))

/** How many of its products are live: `2 / 3`. */
function LiveCell(record: AnyRecord) {
  return `${formatNumber(Number(record['liveCount']))} / ${formatNumber(Number(record['memberCount']))}`
}

const cells = { liveCount: LiveCell }

const questions = [
  { label: msg('Published'), filter: { publication: 'published' } },
  { label: msg('In review'), filter: { publication: 'in_review' } },
  { label: msg('Drafts'), filter: { publication: 'draft' } },
] as const

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <SwapButton selected={selected} onDone={clear} />
    </Suspense>
  )
}

export function AliasListScreen() {
  const { mayWrite } = usePage()
  const maySwap = useMay()('ui', 'products') && mayWrite
  return <ListScreen of={aliases} cells={cells} questions={questions} {...(maySwap && { bulkActions })} />
}
