import { lazy, Suspense } from 'react'
import { usePage } from '../../ui/page-context.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { authors } from './authors.ts'

// It comes with the first selection: most visits to the list move nothing.
const MoveBylines = lazy(async () => ({ default: (await import('./move-bylines.tsx')).MoveBylines }))

function authorCommands(selected: readonly AnyRecord[], clear: () => void) {
  return (
    <Suspense>
      <MoveBylines selected={selected} onDone={clear} />
    </Suspense>
  )
}

export function AuthorListScreen() {
  const { mayWrite } = usePage()
  return <ListScreen of={authors} {...(mayWrite && { bulkActions: authorCommands })} />
}
