import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { missing } from '../../core/calls/record-rows.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { Subject } from '../publishing/publication-steps.server.ts'
import {
  endToCome,
  plan,
  planEnd,
  publicationOf,
  publish,
  review,
  unpublish,
} from '../publishing/publication-steps.server.ts'
import type { BulkOperation } from './bulk-operation.server.ts'
import type { BulkChange } from './changes.ts'
import type { PageStep } from './page-actions.ts'
import { stateAfter } from './page-actions.ts'

const steps: Readonly<Record<PageStep, (subject: Subject) => Promise<void>>> = {
  publish: (subject) => publish(subject, undefined),
  // Unpublishing many pages names no successor for each: their addresses answer that they are gone.
  unpublish: (subject) => unpublish(subject, null),
  'archive-page': (subject) => review(subject, 'archived'),
}

/** Audits an action on a page once. */
function stepping(step: (subject: Subject) => Promise<boolean>): BulkOperation {
  return {
    operation: 'update',
    needsSteps: false,
    async apply(context, { db }, { current }) {
      if (!current) throw missing(context)
      const entries: AuditEntry[] = []
      if (
        !(await step({
          resource: context.resource,
          db,
          record: current,
          audit: { record: (entry) => entries.push(entry) },
        }))
      )
        return null
      const [entry] = entries
      if (!entry) throw new Error('A step of a page is written down.')
      return () => entry
    },
  }
}

/** Takes each page a step, as the command for one does: its checklist is looked at, and its addresses follow. */
export function pageStep(action: PageStep): BulkOperation {
  return stepping(async (subject) => {
    if (publicationOf(subject.record) === stateAfter[action]) return false
    await steps[action](subject)
    return true
  })
}

const momentIn = (value: unknown) => (typeof value === 'string' ? value : null)

/** When pages are published, and taken down again: `change` sets one of the two or both, and what it does not name stays. */
export function planStep(change: BulkChange): BulkOperation {
  const [at, until] = [momentIn(change['publishAt']?.set), momentIn(change['unpublishAt']?.set)]
  if (at === null && until === null) throw invalid({ at: t('Choose a date and time.') })
  return stepping(async (subject) => {
    const { resource, record } = subject
    const [plannedAt, plannedUntil] = [momentIn(record['publishAt']), endToCome(subject)]
    const isPublished = publicationOf(record) === 'published'
    if (isPublished && until !== null) {
      if (isSame(until, plannedUntil)) return false
      await planEnd(subject, until)
      return true
    }
    const [from, to] = [at ?? plannedAt, until ?? plannedUntil]
    if (from === null)
      throw new Refusal(409, t('Schedule when this {one} is published too.', { one: inSentence(t(resource.label[0])) }))
    if (to !== null && Date.parse(to) <= Date.parse(from))
      throw new Refusal(409, t('The unpublish time is before the publish time.'))
    if (!isPublished && isSame(from, plannedAt) && isSame(to, plannedUntil)) return false
    await plan(subject, from, until ?? undefined)
    return true
  })
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)
}
