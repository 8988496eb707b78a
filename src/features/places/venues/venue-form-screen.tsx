import { lazy, Suspense } from 'react'
import { recordIdIn } from '../../../core/record-id.ts'
import { mayChange } from '../../../core/resource/city-limits.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { useSession } from '../../../core/browser/session.web.ts'
import { ConfigurationsPanel } from './configurations-panel.tsx'
import { useMapWaiting } from './manifest.web.ts'
import { MapCoveragePanel } from './map-coverage-panel.tsx'
import { VenueCityInput } from './venue-city-input.tsx'
import { venues } from './venues.ts'

const VenueDuplicates = lazy(async () => ({ default: (await import('./venue-duplicates.tsx')).VenueDuplicates }))
const ZoneChangesPanel = lazy(async () => ({
  default: (await import('../geo/zone-changes-panel.tsx')).ZoneChangesPanel,
}))

const inputs = { cityId: VenueCityInput }

const above = (venue: AnyRecord) => (
  <>
    <ConfigurationsPanel venue={venue} />
    <Coverage venue={venue} />
  </>
)

function Coverage({ venue }: { venue: AnyRecord }) {
  const session = useSession()
  return <MapCoveragePanel venue={venue} mayWrite={session !== null && mayChange(session.grants, venues, venue)} />
}

export function VenueFormScreen() {
  const [{ id }] = useRouteQuery()
  return (
    <FormScreen
      of={venues}
      isWaiting={useMapWaiting(recordIdIn(id))}
      above={above}
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
