import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { venues } from './venues.ts'

const PlaceListingsButton = lazy(async () => ({
  default: (await import('./place-listings-button.tsx')).PlaceListingsButton,
}))

// Merging shows rows by name.

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <PlaceListingsButton chosen={selected} clear={clear} />
    </Suspense>
  )
}

export function VenueListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={venues} {...(mayWrite && { bulkActions })} />
}
