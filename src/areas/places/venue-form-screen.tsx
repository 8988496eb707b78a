import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { venues } from './venues.ts'

const ConfigurationsPanel = lazy(async () => ({ default: (await import('./configurations-panel.tsx')).ConfigurationsPanel }))
const ZoneChangesPanel = lazy(async () => ({ default: (await import('./zone-changes-panel.tsx')).ZoneChangesPanel }))

const below = (venue: AnyRecord) => <Suspense><ConfigurationsPanel venue={venue} /></Suspense>

export function VenueFormScreen() {
  return (
    <FormScreen
      of={venues} below={below}
      aside={({ id, version }) => <Suspense><ZoneChangesPanel of="venue" id={id} version={version} /></Suspense>}
    />
  )
}
