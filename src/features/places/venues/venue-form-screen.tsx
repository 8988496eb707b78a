import { lazy, Suspense } from 'react'
import { mayChange } from '../../../core/resource/city-limits.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { useSession } from '../../../core/browser/session.web.ts'
import { VenueCityInput } from './venue-city-input.tsx'
import { venues } from './venues.ts'

const ConfigurationsPanel = lazy(async () => ({
  default: (await import('./configurations-panel.tsx')).ConfigurationsPanel,
}))
const MapCoveragePanel = lazy(async () => ({ default: (await import('./map-coverage-panel.tsx')).MapCoveragePanel }))
const VenueDuplicates = lazy(async () => ({ default: (await import('./venue-duplicates.tsx')).VenueDuplicates }))
const ZoneChangesPanel = lazy(async () => ({
  default: (await import('../geo/zone-changes-panel.tsx')).ZoneChangesPanel,
}))

const inputs = { cityId: VenueCityInput }

const below = (venue: AnyRecord) => (
  <Suspense>
    <ConfigurationsPanel venue={venue} />
    <Coverage venue={venue} />
  </Suspense>
)

function Coverage({ venue }: { venue: AnyRecord }) {
  const session = useSession()
  return <MapCoveragePanel venue={venue} mayWrite={session !== null && mayChange(session.grants, venues, venue)} />
}

export function VenueFormScreen() {
  return (
    <FormScreen
      of={venues}
      below={below}
      inputs={inputs}
      aside={({ id, version }) => (
        <Suspense>
          <VenueDuplicates key={version} id={id} />
          <ZoneChangesPanel of="venue" id={id} version={version} />
        </Suspense>
      )}
    />
  )
}
