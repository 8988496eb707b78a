import * as z from 'zod/mini'

/** One link marker of a stored text and its target. */
export const linkVerdict = z
  .object({
    /** Null: the source. */
    locale: z.nullable(z.string()),
    element: z.string(),
    text: z.string(),
    /** Of the last three each gets there: without words to press, to its own page, or by what the record was merged into. */
    verdict: z.enum(['ok', 'unknown_code', 'missing', 'unpublished', 'empty_text', 'self_link', 'redirected']),
    title: z.nullable(z.string()),
    resource: z.nullable(z.string()),
    recordId: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'LinkVerdict' })
export type LinkVerdict = z.output<typeof linkVerdict>

/** A record whose text leads to another record. */
export const linkingText = z
  .object({
    resource: z.string(),
    recordId: z.int(),
    title: z.string(),
    /** Languages in which it does; null among them: the source. */
    locales: z.array(z.nullable(z.string())),
  })
  .register(z.globalRegistry, { id: 'LinkingText' })
export type LinkingText = z.output<typeof linkingText>

/** Records whose texts lead somewhere are listed up to here. */
export const maxLinking = 50
