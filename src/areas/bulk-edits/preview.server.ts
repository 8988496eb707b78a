import type { Desk } from '../../kit/crud.server.ts'
import { maskedRecord } from '../../kit/personal.ts'
import type { Batch, BatchOptions, Worker } from './batch.server.ts'
import { workOn } from './batch.server.ts'
import type { BulkExample, BulkPreview, BulkResult } from './bulk-edits.ts'
import { mostExamples } from './bulk-edits.ts'
import type { BulkOperation } from './operations.server.ts'
import { paceAfter, startingPace } from './pace.ts'

/** How long one call looks at records, in milliseconds; whoever wants more asks for the next part. */
const callLasts = 1_000

/** Records that are shown as they would be. */
const mostShown = 3

class Rehearsed extends Error {
  readonly batch: Batch
  constructor(batch: Batch) {
    super('Rehearsed')
    this.batch = batch
  }
}

/**
 * Finds out what would become of records by doing it, in transactions that are never committed: only so are hooks and
 * database asked as they will be. A batch at a time, so that nobody waits for it.
 */
export async function previewOf(desk: Desk, doer: Worker, operation: BulkOperation, ids: readonly number[], from: number): Promise<Omit<BulkPreview, 'leftAlone' | 'note'>> {
  const results: BulkResult[] = []
  const examples: BulkExample[] = []
  const began = performance.now()
  let [at, pace, isCareful] = [from, startingPace, false]
  while (at < ids.length && performance.now() - began < callLasts) {
    const start = performance.now()
    const part = ids.slice(at, at + pace)
    const batch = await rehearse(desk, doer, operation, part, { isCareful, examples: from === 0 ? mostShown - examples.length : 0 })
    results.push(...batch.results)
    examples.push(...batch.examples)
    isCareful = batch.results.some(({ outcome }) => outcome === 'refused')
    at += part.length
    pace = paceAfter(part.length, performance.now() - start)
  }
  return {
    total: ids.length, next: at < ids.length ? at : null, examples,
    changed: results.filter(({ outcome }) => outcome === 'changed').length,
    unchanged: results.filter(({ outcome }) => outcome === 'unchanged').length,
    refused: [...Map.groupBy(results.filter(({ outcome }) => outcome === 'refused'), ({ reason }) => reason ?? '')]
      .map(([reason, same]) => ({ reason, count: same.length, records: same.slice(0, mostExamples).map(({ recordId, title }) => ({ id: recordId, title })) })),
  }
}

async function rehearse(desk: Desk, doer: Worker, operation: BulkOperation, ids: readonly number[], how: Pick<BatchOptions, 'isCareful' | 'examples'>): Promise<Batch> {
  const { resource } = desk
  const titleOf = (record: Readonly<Record<string, unknown>>) => String(maskedRecord(resource, record)[resource.title] ?? '')
  try {
    return await doer.db.transaction().execute(async (db) => {
      throw new Rehearsed(await workOn(desk, { ...doer, db }, operation, ids, { ...how, isRehearsal: true, titleOf }))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.batch
    throw error
  }
}
