import type { AuditEntry } from '../../kit/audit.server.ts'
import { missing } from '../../kit/crud.server.ts'
import type { Subject } from '../publication/publication-steps.server.ts'
import { publicationOf, publish, review, unpublish } from '../publication/publication-steps.server.ts'
import type { BulkOperation } from './operations.server.ts'
import type { PageAction } from './page-actions.ts'
import { stateAfter } from './page-actions.ts'

const steps: Readonly<Record<PageAction, (subject: Subject) => Promise<void>>> = {
  publish: (subject) => publish(subject, undefined),
  // Who takes many down at once names no successor for each: their addresses say that they are gone.
  unpublish: (subject) => unpublish(subject, null),
  'archive-page': (subject) => review(subject, 'archived'),
}

/** Takes each page a step, as the command for one does: its checklist is looked at, and its addresses follow. */
export function pageStep(action: PageAction): BulkOperation {
  return {
    operation: 'update', needsSteps: false,
    async apply(desk, { db }, { current }) {
      if (!current) throw missing(desk)
      if (publicationOf(current) === stateAfter[action]) return null
      const entries: AuditEntry[] = []
      await steps[action]({ resource: desk.resource, db, record: current, note: (entry) => entries.push(entry) })
      const [entry] = entries
      if (!entry) throw new Error('A step of a page is written down.')
      return () => entry
    },
  }
}
