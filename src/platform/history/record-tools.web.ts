import { lazy } from 'react'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { RecordTools } from '../../ui/resource/record-tools.tsx'

/** Everything about a record besides its fields; each part loads when the user opens it. */
export function createRecordTools(loadResources: () => Promise<readonly AnyResource[]>): RecordTools {
  return {
    History: lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer })),
    Merge: lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog })),
    UsedBy: lazy(async () => ({ default: (await import('./used-by-section.tsx')).UsedBySection })),
    Deletion: lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog })),
    async usesOf(resource, id) {
      try {
        const { usesOf } = await import('./deletion-impact.web.ts')
        return await usesOf(resource, id, await loadResources())
      } catch {
        return null
      }
    },
    async consequencesOf(resource, id) {
      const { consequencesOf } = await import('./deletion-impact.web.ts')
      // The error has been shown already; the deletion itself reports its own.
      return await consequencesOf(resource, id, await loadResources()).catch(() => ({ refusal: null, uses: null }))
    },
  }
}
