import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { continents } from '../geo/continents.ts'
import { countries } from '../geo/countries.ts'

// Commands come with the first selection: most visits to the list select nothing.
const MarketCommands = lazy(async () => ({ default: (await import('./market-commands.tsx')).MarketCommands }))

export function ContinentListScreen() {
  return <ListScreen of={continents} />
}

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <MarketCommands countries={selected} onDone={clear} />
    </Suspense>
  )
}

export function CountryListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={countries} {...(mayWrite && { bulkActions })} />
}
