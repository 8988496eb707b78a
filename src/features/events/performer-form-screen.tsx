import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { LeagueInput, NamesakeInput } from './performer/performer-inputs.tsx'
import { performers } from './performer/performers.ts'

const PerformerEvents = lazy(async () => ({
  default: (await import('./performance/performer-events.tsx')).PerformerEvents,
}))

const inputs = { isNamesake: NamesakeInput, league: LeagueInput }
const below = (performer: AnyRecord) => (
  <Suspense>
    <PerformerEvents performer={performer} />
  </Suspense>
)
/** The mark that another performer shares its name belongs to the original only. */
const resetOnCopy = ['isNamesake'] as const

export function PerformerFormScreen() {
  return <FormScreen of={performers} inputs={inputs} below={below} resetOnCopy={resetOnCopy} />
}
