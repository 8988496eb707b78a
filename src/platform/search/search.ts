import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

/** Most records that one resource answers with. */
const maxPerResource = 10
/** Records whose titles can be asked for at once. */
export const maxNamed = 20

const isReadable = (text: string) => text.isWellFormed() && !text.includes('\0')
const named = new RegExp(`^[a-z-]{1,60}:[1-9][0-9]{0,14}(,[a-z-]{1,60}:[1-9][0-9]{0,14}){0,${maxNamed - 1}}$`)

const found = z.object({
  id: z.int(),
  title: z.string(),
  /** The record's kind, where its resource has kinds with pages of their own. */
  variant: z.nullable(z.string()),
  /** What else it is known by, masked as in lists. */
  details: z.array(z.string()),
})

const foundRecords = z.array(
  z.object({
    resource: z.string(),
    records: z.array(found),
    /** The resource has further records that match. */
    hasMore: z.boolean(),
  }),
)
export type FoundRecords = z.output<typeof foundRecords>
export type FoundRecord = z.output<typeof found>

/**
 * Searches the records of all resources in one call. Returns only what the caller can list, so that no result leads to
 * a refusal.
 */
export const searchRecords = defineEndpoint('GET /rest/data/search', {
  summary: 'Find records of every resource that the caller can list, by id, code, email or words',
  access: 'signed-in',
  query: z.object({
    /** `#7` is an id and nothing else; a number is an id and a text. Without it nothing is found. */
    q: z.optional(
      z.string().check(z.maxLength(200), z.refine(isReadable, 'A search can have at most 200 readable characters.')),
    ),
    /** Looks only into these resources: names with commas between them. */
    of: z.optional(
      z
        .string()
        .check(z.regex(/^[a-z-]{1,60}(,[a-z-]{1,60}){0,99}$/, 'of takes names of resources with commas between them.')),
    ),
    /** Records per resource; defaults to 5. */
    limit: z.optional(z.string().check(z.regex(/^([1-9]|10)$/, `limit must be between 1 and ${maxPerResource}.`))),
    /**
     * Instead of a search: `coupons:7,purchases:12`. Records that are gone or that the caller can't see are left out.
     */
    records: z.optional(
      z
        .string()
        .check(
          z.maxLength(2_000),
          z.regex(named, `records takes up to ${maxNamed} records such as coupons:7 with commas between them.`),
        ),
    ),
  }),
  output: foundRecords,
  tag: 'Search',
})
