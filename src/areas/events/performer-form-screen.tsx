import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { LeagueInput, NamesakeInput } from './performer-inputs.tsx'
import { performers } from './performers.ts'

const PerformerEvents = lazy(async () => ({ default: (await import('./performer-events.tsx')).PerformerEvents }))

const inputs = { isNamesake: NamesakeInput, league: LeagueInput }
const below = (performer: AnyRecord) => <Suspense><PerformerEvents performer={performer} /></Suspense>
/** That one shares its name was said of that one. */
const anew = ['isNamesake'] as const

export function PerformerFormScreen() {
  return <FormScreen of={performers} inputs={inputs} below={below} anew={anew} />
}
