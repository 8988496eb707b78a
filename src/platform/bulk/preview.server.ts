import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import type { Batch, BatchOptions, Worker } from './batch.server.ts'
import { workOn } from './batch.server.ts'
import type { BulkExample, BulkPreview, BulkResult } from './bulk-edits.ts'
import { maxExamples } from './bulk-edits.ts'
import type { BulkOperation } from './bulk-operation.server.ts'
import { paceAfter, startingPace } from './pace.ts'

/** How long one call examines records, in milliseconds; callers request the next part to get more. */
const callLasts = 1_000

/** Records that are shown as they would be. */
const maxShown = 3

class Rehearsed extends Error {
  readonly batch: Batch
  constructor(batch: Batch) {
    super('Rehearsed')
    this.batch = batch
  }
}

/**
 * Previews what would happen to records by doing it in transactions that are never committed: only then do hooks and
 * database give their real answers. Works in batches, to keep waits short.
 */
export async function previewOf(
  context: ResourceContext,
  actorContext: Worker,
  operation: BulkOperation,
  ids: readonly number[],
  from: number,
): Promise<Omit<BulkPreview, 'leftAlone' | 'note'>> {
  const results: BulkResult[] = []
  const examples: BulkExample[] = []
  const began = performance.now()
  let [at, pace, isCareful] = [from, startingPace, false]
  while (at < ids.length && performance.now() - began < callLasts) {
    const start = performance.now()
    const part = ids.slice(at, at + pace)
    const batch = await rehearse(context, actorContext, operation, part, {
      isCareful,
      examples: from === 0 ? maxShown - examples.length : 0,
    })
    results.push(...batch.results)
    examples.push(...batch.examples)
    isCareful = batch.results.some(({ outcome }) => outcome === 'refused')
    at += part.length
    pace = paceAfter('embedded', part.length, performance.now() - start)
  }
  return {
    total: ids.length,
    next: at < ids.length ? at : null,
    examples,
    changed: results.filter(({ outcome }) => outcome === 'changed').length,
    unchanged: results.filter(({ outcome }) => outcome === 'unchanged').length,
    refused: [
      ...Map.groupBy(
        results.filter(({ outcome }) => outcome === 'refused'),
        ({ reason }) => reason ?? '',
      ),
    ].map(([reason, same]) => ({
      reason,
      count: same.length,
      records: same.slice(0, maxExamples).map(({ recordId, title }) => ({ id: recordId, title })),
    })),
  }
}

async function rehearse(
  context: ResourceContext,
  actorContext: Worker,
  operation: BulkOperation,
  ids: readonly number[],
  how: Pick<BatchOptions, 'isCareful' | 'examples'>,
): Promise<Batch> {
  const { resource } = context
  const titleOf = (record: Readonly<Record<string, unknown>>) =>
    String(maskedRecord(resource, record)[resource.title] ?? '')
  try {
    return await actorContext.db.transaction().execute(async (db) => {
      throw new Rehearsed(
        await workOn(context, { ...actorContext, db }, operation, ids, { ...how, isRehearsal: true, titleOf }),
      )
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.batch
    throw error
  }
}
