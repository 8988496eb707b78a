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

/** A call to an outside service as a list has it. */
export const callLine = z.object(line).register(z.globalRegistry, { id: 'CallLine' })
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
