import * as z from 'zod/mini'

/**
 * What became of one record, in a call about several: answers have one for each id, in the order of the ids, and one that
 * could not be changed says why.
 */
export const outcome = z
  .object({ id: z.int(), ok: z.boolean(), message: z.optional(z.string()) })
  .register(z.globalRegistry, { id: 'Outcome' })
export type Outcome = z.output<typeof outcome>
/** The answer of such a call. */
export const outcomes = z.object({ results: z.array(outcome) }).register(z.globalRegistry, { id: 'Outcomes' })
/** The same of a call that makes a copy of each. */
export const copyOutcome = z
  .extend(outcome, { copyId: z.optional(z.int()) })
  .register(z.globalRegistry, { id: 'CopyOutcome' })
