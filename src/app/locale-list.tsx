import { lazy, Suspense } from 'react'
import { LocaleListScreen } from '../areas/languages/locale-list-screen.tsx'
import type { AnyRecord } from '../kit/screens/client.web.ts'

// It comes with the first selection: most visits to the list change no fallbacks.
const FallbackCommand = lazy(async () => ({ default: (await import('./fallback-command.tsx')).FallbackCommand }))

const commands = (selected: readonly AnyRecord[], clear: () => void) => <Suspense><FallbackCommand selected={selected} clear={clear} /></Suspense>

/** Languages, many of which may be given another fallback at once. */
export function LocaleList() {
  return <LocaleListScreen bulkActions={commands} />
}
