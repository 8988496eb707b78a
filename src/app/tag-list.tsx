import { lazy, Suspense } from 'react'
import { TagListScreen } from '../areas/tags/tag-list-screen.tsx'
import type { AnyRecord } from '../kit/screens/client.web.ts'

// They come with the first selection: most visits to the list merge and regroup nothing.
const TagCommands = lazy(async () => ({ default: (await import('./tag-commands.tsx')).TagCommands }))

const commands = (selected: readonly AnyRecord[], clear: () => void) => <Suspense><TagCommands selected={selected} clear={clear} /></Suspense>

/** Tags, which are merged and regrouped many at a time. */
export function TagList() {
  return <TagListScreen bulkActions={commands} />
}
