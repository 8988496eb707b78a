import type { BulkPreview } from './bulk-edits.ts'
import { maxExamples } from './bulk-edits.ts'

/** The preview of a bulk edit as far as it is known. */
export interface Preview extends Omit<BulkPreview, 'next'> {
  /** How many records have been looked at. */
  readonly checked: number
  readonly isDone: boolean
}

/** Puts the findings about further records to those about the ones before. */
export function withPart(
  before: Preview | null,
  { next, total, changed, unchanged, refused, examples, leftAlone, note }: BulkPreview,
): Preview {
  const groups = new Map((before?.refused ?? []).map((group) => [group.reason, group]))
  for (const group of refused) {
    const known = groups.get(group.reason)
    groups.set(
      group.reason,
      known
        ? {
            ...known,
            count: known.count + group.count,
            records: [...known.records, ...group.records].slice(0, maxExamples),
          }
        : group,
    )
  }
  return {
    total,
    checked: next ?? total,
    isDone: next === null,
    changed: (before?.changed ?? 0) + changed,
    unchanged: (before?.unchanged ?? 0) + unchanged,
    leftAlone: before?.leftAlone ?? leftAlone,
    note: before?.note ?? note,
    examples: before?.examples ?? examples,
    refused: [...groups.values()].toSorted((a, b) => b.count - a.count),
  }
}
