import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import type { ListScreenProps } from '../../kit/screens/list-screen.tsx'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { locales } from './locales.ts'

// It comes with the first selection: most visits to the list select nothing.
const LaunchButton = lazy(async () => ({ default: (await import('./launch-button.tsx')).LaunchButton }))

/** `bulkActions`: commands of other areas for the languages that are selected. */
export function LocaleListScreen({ bulkActions }: Pick<ListScreenProps, 'bulkActions'>) {
  const { mayWrite } = usePage()
  const commands = (selected: readonly AnyRecord[], clear: () => void) => (
    <>
      <Suspense><LaunchButton selected={selected} onDone={clear} /></Suspense>
      {bulkActions?.(selected, clear)}
    </>
  )
  return <ListScreen of={locales} {...(mayWrite && { bulkActions: commands })} />
}
