import * as z from 'zod/mini'

const line = {
  id: z.int(),
  at: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.nullable(z.int()),
  /** Why there is no answer. */
  problem: z.nullable(z.string()),
  milliseconds: z.int(),
}

/** A call to an outside service as a list has it. `about`: what it was for, in lists of a service's calls of all kinds. */
export const callLine = z
  .object({
    ...line,
    about: z.optional(z.object({ kind: z.string(), id: z.nullable(z.int()), name: z.nullable(z.string()) })),
  })
  .register(z.globalRegistry, { id: 'CallLine' })
export type CallLine = z.output<typeof callLine>

/** A call as its log has it. */
export const loggedCall = z
  .object({
    ...line,
    /** Masked: the beginning of a long one. */
    request: z.nullable(z.string()),
    answer: z.nullable(z.string()),
    /** Why it can't be sent again; null: it can. */
    refusal: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'LoggedCall' })
export type LoggedCall = z.output<typeof loggedCall>
