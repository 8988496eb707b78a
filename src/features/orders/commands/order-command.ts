import * as z from 'zod/mini'
import type { Endpoint } from '../../../core/http/endpoint.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

/** What a command has an effect on, in the order in which its preview says so. */
const effectSubjects = ['order', 'customer', 'supplier', 'stock', 'coupon', 'tax', 'margin', 'message'] as const
export type EffectSubject = (typeof effectSubjects)[number]

type OrderKind = 'product' | 'event'
type Fields = Readonly<Record<string, z.core.$ZodType>>

const preview = z
  .object({
    effects: z.array(z.object({ about: z.enum(effectSubjects), text: z.string() })),
    /** Send it back to apply what was previewed: it names the state that the preview saw. */
    token: z.string(),
    /** Said of a cancellation, so that several can be added up. Minor units of the order's currency. */
    money: z.optional(
      z.object({
        currency: z.string(),
        /** What can go back by the policy. Cancelling does not send it. */
        refundable: z.int(),
        /** What the supplier is owed, which stays so until they return it. */
        supplierCost: z.int(),
      }),
    ),
  })
  .register(z.globalRegistry, {
    id: 'OrderCommandPreview',
    description: 'What a command would do. Send the token to do it.',
  })
export type CommandPreview = z.output<typeof preview>

const applied = z
  .object({
    /** What was done, as a sentence. */
    message: z.string(),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: 'OrderCommandResult', description: 'What a command has done, as a sentence.' })

export interface OrderCommand<N extends string = string, F extends Fields = Fields> {
  readonly name: N
  /** What its button says. */
  readonly label: string
  /** What it does, in one sentence. */
  readonly summary: string
  readonly kinds: readonly OrderKind[]
  /** It ends something: apart from the others, and red. */
  readonly isEnding: boolean
  /** It gives money back: it asks for the action `refund` and a fresh sign-in. */
  readonly movesMoney: boolean
  /** It changes the order, and not only what is refunded of it: it asks for the action `write` where the order is. */
  readonly changesOrder: boolean
  readonly preview: Endpoint<typeof idParams, z.ZodMiniUndefined, z.ZodMiniObject<F>, typeof preview>
  readonly apply: Endpoint<
    typeof idParams,
    z.ZodMiniUndefined,
    z.ZodMiniObject<F & { token: z.ZodMiniString }>,
    typeof applied
  >
}

interface CommandDefinition<F extends Fields> {
  readonly label: string
  readonly summary: string
  readonly kinds?: readonly OrderKind[]
  readonly isEnding?: boolean
  /** It moves stock: applying it needs an Idempotency-Key. */
  readonly movesStock?: boolean
  /** It gives money back: applying it needs an Idempotency-Key and a fresh sign-in, and the action `refund` besides. */
  readonly movesMoney?: boolean
  /** Of a command that gives money back: it changes the order as well, so that it needs `write` besides. All others do. */
  readonly changesOrder?: boolean
  readonly fields: F
}

/** Declares a command of staff on an order: one call previews it, another applies what was previewed. */
export function defineOrderCommand<N extends string, const F extends Fields>(
  name: N,
  {
    label,
    summary,
    kinds = ['product', 'event'],
    isEnding = false,
    movesStock = false,
    movesMoney = false,
    changesOrder = !movesMoney,
    fields,
  }: CommandDefinition<F>,
): OrderCommand<N, F> {
  const path = `/rest/data/purchases/:id/commands/${name}` as const
  // A sentence for people; in the API's description a line without its full stop.
  const line = summary.replace(/\.$/, '')
  const shared = {
    access: ['purchases', movesMoney ? 'refund' : 'write'],
    params: idParams,
    tag: 'Purchases',
  } as const
  return {
    name,
    label,
    summary,
    kinds,
    isEnding,
    movesMoney,
    changesOrder,
    preview: defineEndpoint(`POST ${path}/preview`, {
      ...shared,
      // By its button, which is shorter: what it does is said at the call that does it.
      summary: `Preview: ${label.replace('…', '')}`,
      input: z.strictObject(fields),
      output: preview,
    }),
    apply: defineEndpoint(`POST ${path}`, {
      ...shared,
      summary: line,
      input: z.strictObject({ ...fields, token: z.string() }),
      output: applied,
      ...((movesStock || movesMoney) && { idempotencyKey: 'required' as const }),
      ...(movesMoney && { asksProof: true as const }),
    }),
  }
}

/** What can be done with an order now, and why the rest cannot. */
export const listOrderCommands = defineEndpoint('GET /rest/data/purchases/:id/commands', {
  summary: 'List the commands of an order: those that are possible now, and why the others are not',
  access: ['purchases', 'ui'],
  params: idParams,
  tag: 'Purchases',
  output: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      summary: z.string(),
      isEnding: z.boolean(),
      /** Why it is not possible now; null where it is. */
      blockedReason: z.nullable(z.string()),
    }),
  ),
})
