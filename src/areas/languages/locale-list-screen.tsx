import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { locales } from './locales.ts'

// It comes with the first selection: most visits to the list select nothing.
const LaunchButton = lazy(async () => ({ default: (await import('./launch-button.tsx')).LaunchButton }))

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <Suspense><LaunchButton selected={selected} onDone={clear} /></Suspense>
}

export function LocaleListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={locales} {...(mayWrite && { bulkActions })} />
}
