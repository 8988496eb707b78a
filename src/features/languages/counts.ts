import type { ShownStatus } from '../../platform/translations/store/translatable.ts'
import type { FieldCounts } from './queue.endpoints.ts'

/** How far one language is with some texts. */
export interface Progress {
  readonly total: number
  readonly byStatus: Readonly<Record<ShownStatus, number>>
  /** Written and up to date, but readers don’t get them before they are approved. */
  readonly unapproved: number
  /**
   * Basis points of the texts that readers get and that are not older than their source; 10000 if there is nothing to
   * translate.
   */
  readonly share: number
}

/** Adds up fields. Texts whose source is gone are not counted, so the number of missing texts is never negative. */
export function progressOf(fields: readonly FieldCounts[], locale: string): Progress {
  const sum = { missing: 0, machine: 0, draft: 0, in_review: 0, approved: 0, outdated: 0 }
  let [total, current, unapproved] = [0, 0, 0]
  for (const { total: texts, locales } of fields) {
    const own = locales[locale]
    const written = own ? own.machine + own.draft + own.in_review + own.approved + own.outdated : 0
    total += texts
    sum.missing += Math.max(0, texts - written)
    if (!own) continue
    for (const status of ['machine', 'draft', 'in_review', 'approved', 'outdated'] as const) sum[status] += own[status]
    current += Math.min(texts, own.public)
    unapproved += written - own.outdated - own.public
  }
  return { total, byStatus: sum, unapproved, share: total === 0 ? 10_000 : Math.floor((current * 10_000) / total) }
}

/** How many texts a list of statuses is about. */
export function countOf({ byStatus }: Progress, statuses: readonly ShownStatus[]): number {
  return statuses.reduce((sum, status) => sum + byStatus[status], 0)
}
