import { Suspense } from 'react'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { lazyScreen } from '../../../ui/lazy-screen.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { ipRanges } from './ip-ranges.ts'
import { OwnAddress } from './own-address.tsx'

// Not before rows are selected: the first load of this list is at its limit.
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
  return <ListScreen of={ipRanges} actions={<OwnAddress />} {...(mayWrite && { bulkActions })} />
}
