import { lazy, Suspense } from 'react'
import type { AnyField } from '../../../core/resource/fields.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { cities } from './cities.ts'

const Gazetteer = lazy(async () => ({ default: (await import('./gazetteer-finder.tsx')).GazetteerFinder }))
const CitySurroundingsPanels = lazy(async () => ({
  default: (await import('./city-surroundings-panels.tsx')).CitySurroundingsPanels,
}))
const CityPagesPanel = lazy(async () => ({ default: (await import('./city-pages-panel.tsx')).CityPagesPanel }))
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

const below = ({ id }: AnyRecord) => (
  <Suspense>
    <CityPagesPanel id={id} />
  </Suspense>
)

export function CityFormScreen() {
  const may = useMay()
  return (
    <FormScreen
      of={cities}
      inputs={inputs}
      aside={(city) => (
        <Suspense>
          <CitySurroundingsPanels city={city} />
          <ZoneChangesPanel of="city" id={city.id} version={city.version} />
        </Suspense>
      )}
      {...(may('ui', 'subcategories') && { below })}
    />
  )
}
