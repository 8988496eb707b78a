import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

const tag = 'Audit entries'

/** What the audit can be narrowed to: the people, objects and actions that occur in it. */
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

/** The titles of the records that an entry's references point at, as far as the caller may read those records. */
export const readAuditNames = defineEndpoint('GET /rest/data/audit/:id/names', {
  summary: 'Read the titles of the records that one audit entry refers to',
  access: ['audit', 'ui'],
  tag,
  params: z.object({ id: z.string() }),
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

/** The end of the chain, and what the world outside the database remembers of earlier ends. */
export const readAuditChain = defineEndpoint('GET /rest/data/audit/chain', {
  summary: 'Read the head of the audit’s chain and where it is anchored',
  access: ['audit', 'ui'],
  tag,
  output: z.object({
    /** Null when even the row that holds the head is gone. */
    head: z.nullable(z.object({ lastId: z.int(), hash: z.string(), at: z.nullable(z.string()) })),
    anchors: z.object({
      /** The file on the server; its folder is told to super users only. */
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
const count = z.string().check(z.regex(/^[0-9]{1,15}$/, { error: () => t('This is the id of a row.') }))

/**
 * Checks a stretch of the chain and says where the next begins, so that a page can show how far it is and no call
 * holds the database. The first call names nothing; each further one passes back what the one before answered.
 */
export const checkAuditChain = defineEndpoint('GET /rest/data/audit/chain/check', {
  summary: 'Check the next stretch of the audit’s chain',
  access: ['audit', 'ui'],
  tag,
  query: z.object({
    after: z.optional(count), afterHash: z.optional(hash), until: z.optional(count), untilHash: z.optional(hash),
  }),
  output: z.object({
    after: z.int(),
    afterHash: z.string(),
    until: z.int(),
    untilHash: z.string(),
    isDone: z.boolean(),
    broken: z.nullable(z.object({ id: z.int(), why: z.string() })),
  }),
})
export type ChainStretch = z.infer<NonNullable<typeof checkAuditChain.output>>
