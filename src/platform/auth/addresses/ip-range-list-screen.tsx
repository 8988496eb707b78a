import { Suspense } from 'react'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { ipRanges } from './ip-ranges.ts'

// After the rows: the first load of this list is at its limit.
const OwnAddress = lazyScreen(async () => (await import('./own-address.tsx')).OwnAddress)
// Not before rows are selected.
const ExpireButton = lazyScreen(async () => (await import('./expire-button.tsx')).ExpireButton)

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <ExpireButton ranges={selected} onDone={clear} />
    </Suspense>
  )
}

export function IpRangeListScreen() {
  const { mayWrite } = usePage()
  const own = (
    <Suspense>
      <OwnAddress />
    </Suspense>
  )
  return <ListScreen of={ipRanges} actions={own} {...(mayWrite && { bulkActions })} />
}
