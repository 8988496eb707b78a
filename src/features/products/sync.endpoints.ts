import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { supplierField } from './product.endpoints.ts'

/**
 * The outcome for a field that a supplier's feed changed: accepted by a rule, waiting in the drift inbox, refused
 * because the field is overridden, or withdrawn because the supplier returned to our value.
 */
const syncOutcomes = ['taken', 'waiting', 'refused', 'withdrawn'] as const
export type SyncOutcome = (typeof syncOutcomes)[number]

const syncKinds = ['asked', 'changed', 'failed'] as const

const change = z.object({
  field: supplierField,
  ours: z.unknown(),
  theirs: z.unknown(),
  outcome: z.enum(syncOutcomes),
})
export type SyncChange = z.output<typeof change>

const entry = z.object({
  id: z.int(),
  kind: z.enum(syncKinds),
  at: z.string(),
  by: z.string(),
  message: z.nullable(z.string()),
  changes: z.array(change),
})
const syncLog = z.object({
  entries: z.array(entry),
  /** The `before` parameter for the next page; null at the oldest entry. */
  next: z.nullable(z.int()),
})
export type SyncLog = z.output<typeof syncLog>
export type SyncEntry = SyncLog['entries'][number]

/** Entries in one answer. */
export const syncLogPage = 20

export const readSyncLog = defineEndpoint('GET /rest/data/products/:id/sync-log', {
  summary:
    'Read what the supplier’s feed did to a product, newest first: what it changed, and what was refused because of an override',
  access: ['products', 'ui'],
  params: idParams,
  query: z.strictObject({
    before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/))),
    /** Changes with the record, so that a new entry shows at once. */
    version: z.optional(z.string()),
  }),
  output: syncLog,
  tag: 'Products',
})
