import * as z from 'zod/mini'
import { reasonText } from '../../../core/access/reason.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { runKinds, runStates } from './run-labels.ts'

const wish = {
  kind: z.enum(runKinds, { error: () => t('Choose what happens to the orders.') }),
  /** Of one event. */
  performanceIds: z
    .array(z.int({ error: () => t('Choose a performance.') }))
    .check(
      z.minLength(1, { error: () => t('Choose a performance.') }),
      z.maxLength(500, { error: () => t('Choose at most 500 performances.') }),
    ),
  /** Gives back everything that is left of each order. A refund run always does, a postponement never. */
  refunds: z.boolean({ error: () => t('Choose whether to refund.') }),
  paidBy: z.enum(['platform', 'seller', 'provider'], { error: () => t('Choose who pays.') }),
  /** The last day on which customers of a postponed performance can ask for their money; null where they cannot. */
  refundUntil: z.nullable(z.iso.date({ error: () => t('Enter a date.') })),
}

const money = z.object({
  currency: z.string(),
  refund: z.int(),
  supplierReturns: z.int(),
  /** What goes back to customers, less what suppliers and sellers return. */
  lost: z.int(),
})
export type RunMoney = z.output<typeof money>

const preview = z
  .object({
    orders: z.int(),
    tickets: z.int(),
    customers: z.int(),
    messages: z.int(),
    /** Payments that are authorised only: no money has to go back, and they are voided. */
    authorised: z.int(),
    money: z.array(money),
    problems: z.array(
      z.object({
        problem: z.string(),
        orders: z.int(),
        /** Some of them. */
        references: z.array(z.string()),
      }),
    ),
    /** The refunds are above the person's own limit: another person approves all of them at once. */
    needsApproval: z.boolean(),
    token: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'OrderRunPreview',
    description: 'What a run would do. Send the token to start it.',
  })
export type RunPreview = z.output<typeof preview>

const started = z
  .object({ id: z.int(), state: z.enum(runStates) })
  .register(z.globalRegistry, { id: 'OrderRunState', description: 'A run, and its state after the call.' })

const shared = {
  access: ['purchases', 'write'],
  sometimes: [['purchases', 'refund']],
  tag: 'Order runs',
} as const

export const previewRun = defineEndpoint('POST /rest/data/order-runs/preview', {
  ...shared,
  summary: 'Preview a run: what cancelling, refunding or postponing all orders of performances would do',
  input: z.strictObject(wish),
  output: preview,
})

export const startRun = defineEndpoint('POST /rest/data/order-runs/start', {
  ...shared,
  summary: 'Start a run that was previewed; refunds above the limit of the caller wait for another person first',
  input: z.strictObject({ ...wish, reason: reasonText, token: z.string() }),
  output: started,
  idempotencyKey: 'required',
  asksProof: true,
})

const decision = { ...shared, params: idParams, output: started } as const

export const stopRun = defineEndpoint('POST /rest/data/order-runs/:id/stop', {
  ...decision,
  summary: 'Stop a run after the order that it is at',
})

export const resumeRun = defineEndpoint('POST /rest/data/order-runs/:id/resume', {
  ...decision,
  summary: 'Go on with a run that was stopped',
  idempotencyKey: 'required',
  asksProof: true,
})

export const retryRun = defineEndpoint('POST /rest/data/order-runs/:id/retry', {
  ...decision,
  summary: 'Try again the orders of a run that failed, by what is true of them now',
  idempotencyKey: 'required',
  asksProof: true,
})

export const approveRun = defineEndpoint('POST /rest/data/order-runs/:id/approve', {
  ...decision,
  access: ['purchases', 'refund'],
  sometimes: [],
  summary: 'Approve the refunds of a run that another person asked for, and start it',
  idempotencyKey: 'required',
  asksProof: true,
})

export const rejectRun = defineEndpoint('POST /rest/data/order-runs/:id/reject', {
  ...decision,
  access: ['purchases', 'refund'],
  sometimes: [],
  summary: 'Reject a run that waits for approval; none of its orders changes',
})

const orderState = z.enum(['waiting', 'done', 'failed'])

export const readRunProgress = defineEndpoint('GET /rest/data/order-runs/:id/progress', {
  summary: 'Read how far a run is, by orders and money, with the orders that failed first',
  access: ['purchases', 'ui'],
  params: idParams,
  query: z.strictObject({
    /** Orders after this one of the same answer: its `next`. */
    after: z.optional(
      z.string().check(z.regex(/^[a-z]+:[0-9]{1,15}$/, { error: () => t('Not a position in the list.') })),
    ),
  }),
  tag: 'Order runs',
  output: z.object({
    state: z.enum(runStates),
    waiting: z.int(),
    done: z.int(),
    failed: z.int(),
    messages: z.int(),
    /** Of what is done, by currency; `planned` is what the dry run said of all that could be done. */
    money: z.array(
      z.object({
        currency: z.string(),
        planned: z.int(),
        refund: z.int(),
        /** Of that, what has arrived at customers. */
        arrived: z.int(),
        supplierReturns: z.int(),
        lost: z.int(),
      }),
    ),
    /** It is for another person to approve, and the caller can. */
    mayApprove: z.boolean(),
    orders: z.array(
      z.object({
        id: z.int(),
        purchaseId: z.int(),
        reference: z.string(),
        kind: z.enum(['product', 'event']),
        state: orderState,
        problem: z.nullable(z.string()),
        currency: z.string(),
        refund: z.int(),
        finishedAt: z.nullable(z.string()),
      }),
    ),
    next: z.nullable(z.string()),
  }),
})
export type RunProgress = z.output<(typeof readRunProgress)['output'] & z.core.$ZodType>
