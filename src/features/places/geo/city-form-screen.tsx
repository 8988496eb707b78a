import { lazy, Suspense } from 'react'
import { recordIdIn } from '../../../core/record-id.ts'
import type { AnyField } from '../../../core/resource/fields.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { cities } from './cities.ts'
import { CityPagesPanel } from './city-pages-panel.tsx'
import { readCityPages } from './city-surroundings.ts'

const Gazetteer = lazy(async () => ({ default: (await import('./gazetteer-finder.tsx')).GazetteerFinder }))
const CitySurroundingsPanels = lazy(async () => ({
  default: (await import('./city-surroundings-panels.tsx')).CitySurroundingsPanels,
}))
const ZoneChangesPanel = lazy(async () => ({ default: (await import('./zone-changes-panel.tsx')).ZoneChangesPanel }))

/** Looks up a new city in the gazetteer by its name, for its coordinates and time zone. */
function NameInput({ field, ...props }: InputProps & { field: AnyField }) {
  return (
    <>
      {inputOf(field, props)}
      {props.record === null && props.setField && (
        <Suspense>
          <Gazetteer name={String(props.value ?? '')} setField={props.setField} />
        </Suspense>
      )}
    </>
  )
}

const inputs = { name: NameInput }

const above = ({ id }: AnyRecord) => <CityPagesPanel id={id} />

export function CityFormScreen() {
  const maySeePages = useMay()('ui', 'subcategories')
  const [{ id: named }] = useRouteQuery()
  const id = recordIdIn(named)
  const pages = useAnswer(readCityPages, { params: { id: id ?? 0 }, enabled: maySeePages && id !== null, quiet: [404] })
  return (
    <FormScreen
      of={cities}
      isWaiting={pages.isLoading}
      inputs={inputs}
      aside={(city) => (
        <Suspense>
          <CitySurroundingsPanels city={city} />
          <ZoneChangesPanel of="city" id={city.id} version={city.version} />
        </Suspense>
      )}
      {...(maySeePages && { above })}
    />
  )
}
