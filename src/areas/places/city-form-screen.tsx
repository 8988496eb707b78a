import { lazy, Suspense } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { cities } from './cities.ts'

const Gazetteer = lazy(async () => ({ default: (await import('./gazetteer-finder.tsx')).GazetteerFinder }))
const ZoneChangesPanel = lazy(async () => ({ default: (await import('./zone-changes-panel.tsx')).ZoneChangesPanel }))

/** A new city is looked up in the gazetteer by its name, which knows where it is and which clocks it keeps. */
function NameInput({ field, ...props }: InputProps & { field: AnyField }) {
  return (
    <>
      {inputOf(field, props)}
      {props.record === null && props.setField && <Suspense><Gazetteer name={String(props.value ?? '')} setField={props.setField} /></Suspense>}
    </>
  )
}

const inputs = { name: NameInput }

export function CityFormScreen() {
  return (
    <FormScreen
      of={cities} inputs={inputs}
      aside={({ id, version }) => <Suspense><ZoneChangesPanel of="city" id={id} version={version} /></Suspense>}
    />
  )
}
