import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { locales } from './locales.ts'

// They come with the first selection: most visits to the list select nothing.
const LaunchButton = lazy(async () => ({ default: (await import('./launch-button.tsx')).LaunchButton }))
const FallbackCommand = lazy(async () => ({ default: (await import('./fallback-command.tsx')).FallbackCommand }))

const commands = (selected: readonly AnyRecord[], clear: () => void) => (
  <Suspense>
    <LaunchButton selected={selected} onDone={clear} />
    <FallbackCommand selected={selected} clear={clear} />
  </Suspense>
)

export function LocaleListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={locales} {...(mayWrite && { bulkActions: commands })} />
}
