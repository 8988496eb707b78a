import { lazy } from 'react'
import type { AnyResource } from '../../kit/resource.ts'
import type { RecordCare } from '../../kit/screens/record-care.tsx'

/** Everything about a record besides its fields; each part comes when somebody asks for it. */
export function createRecordCare(loadResources: () => Promise<readonly AnyResource[]>): RecordCare {
  return {
    History: lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer })),
    Merge: lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog })),
    UsedBy: lazy(async () => ({ default: (await import('./used-by-section.tsx')).UsedBySection })),
    Deletion: lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog })),
    async consequencesOf(resource, id) {
      const { consequencesOf } = await import('./consequences.web.ts')
      // Whatever went wrong has been shown; the deletion itself will say what it has to.
      return await consequencesOf(resource, id, await loadResources()).catch(() => ({ refusal: null, uses: null }))
    },
  }
}
