import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'

const tag = 'Audit entries'

/** The values that the audit can be filtered by: the people, objects and actions that occur in it. */
export const readAuditChoices = defineEndpoint('GET /rest/data/audit/choices', {
  summary: 'Read which people, objects and actions occur in the audit',
  access: ['audit', 'ui'],
  tag,
  output: z.object({
    people: z.array(z.object({ id: z.int(), name: z.string(), email: z.nullable(z.string()) })),
    objects: z.array(z.string()),
    actions: z.array(z.string()),
  }),
})

/** The titles of the records that an entry's references point at, limited to those that the caller can read. */
export const readAuditNames = defineEndpoint('GET /rest/data/audit/:id/names', {
  summary: 'Read the titles of the records that one audit entry refers to',
  access: ['audit', 'ui'],
  tag,
  params: idParams,
  output: z.record(z.string(), z.record(z.string(), z.string())),
})

const filterParams = { filter: z.optional(z.string()), q: z.optional(z.string()), sort: z.optional(z.string()) }

export const exportAudit = defineEndpoint('GET /rest/data/audit/export', {
  summary: 'Export the entries that a filter and a search leave, as CSV',
  access: ['audit', 'export'],
  also: [['audit', 'ui']],
  tag,
  query: z.object(filterParams),
  produces: 'text/csv',
  output: z.string(),
})

const anchor = z.object({ at: z.string(), lastId: z.int(), hash: z.string() })

/** The end of the chain, and earlier ends as recorded outside the database. */
export const readAuditChain = defineEndpoint('GET /rest/data/audit/chain', {
  summary: 'Read the head of the audit’s chain and where it is anchored',
  access: ['audit', 'ui'],
  tag,
  output: z.object({
    /** Null when even the row with the head is gone. */
    head: z.nullable(
      z.object({
        /** How many entries are sealed. */
        lastId: z.int(),
        hash: z.string(),
        at: z.nullable(z.string()),
      }),
    ),
    /** Entries that wait for their seal. */
    unsealed: z.object({
      count: z.int(),
      /** The first of them, 20 at most. */
      ids: z.array(z.int()),
      since: z.nullable(z.string()),
      /** Whether the oldest waits longer than sealing should take. */
      isLate: z.boolean(),
    }),
    anchors: z.object({
      /** The file on the server; only super users see its folder. */
      file: z.string(),
      kept: z.int(),
      last: z.nullable(anchor),
      /** Why nothing could be read from or written to the file. */
      problem: z.nullable(z.string()),
      /** The first of the last anchors that the database does not agree with. */
      broken: z.nullable(z.object({ at: z.string(), lastId: z.int(), why: z.string() })),
    }),
  }),
})
export type AuditChain = z.infer<NonNullable<typeof readAuditChain.output>>

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: () => t('A hash is 64 hexadecimal digits.') }))
const count = z.string().check(z.regex(/^[0-9]{1,15}$/, { error: () => t('Send the number of a seal.') }))

/**
 * Checks a stretch of the chain and returns where the next one begins, so that a page can show progress and no call
 * blocks the database. The first call passes nothing; each further call passes back what the previous one returned.
 */
export const checkAuditChain = defineEndpoint('GET /rest/data/audit/chain/check', {
  summary: 'Check the next stretch of the audit’s chain',
  access: ['audit', 'ui'],
  tag,
  query: z.object({
    after: z.optional(count),
    afterHash: z.optional(hash),
    until: z.optional(count),
    untilHash: z.optional(hash),
  }),
  output: z.object({
    /** The number of the seal that was checked last, and that of the head. */
    after: z.int(),
    afterHash: z.string(),
    until: z.int(),
    untilHash: z.string(),
    isDone: z.boolean(),
    /** The entry that does not fit. */
    broken: z.nullable(z.object({ id: z.int(), why: z.string() })),
    /** How many entries waited for their seal when this stretch had been checked. */
    unsealed: z.int(),
  }),
})
export type ChainStretch = z.infer<NonNullable<typeof checkAuditChain.output>>
