import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import { admitRefund, assertMayRefund } from '../../payments/refund-limits.server.ts'
import type { TimelineKind } from '../../purchases/states/purchase-ledger.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import { gatewayOf } from '../payment-gateway.server.ts'
import { notifyCustomer } from '../messages/send-order-messages.server.ts'
import { settleSupplierCallsJob } from '../supplier-calls.server.ts'
import { approveRequestServer, declineRequestServer } from './answer-request.server.ts'
import { answersServer, namesServer } from './correct-order.server.ts'
import { changeVisitServer } from './change-visit.server.ts'
import { chaseServer, noShowServer, withdrawNoShowServer } from './chase-supplier.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import { readCommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import { assertSeen, previewOf } from './command-state.server.ts'
import { approveServer, cancelServer, confirmServer, rejectServer } from './decide-order.server.ts'
import { sendETicketsServer } from './send-e-tickets.server.ts'
import { deliverServer, problemServer, recallServer, retryServer } from './deliver-order.server.ts'
import { keepPaymentServer } from './keep-payment.server.ts'
import type { OrderCommand } from './order-command.ts'
import { listOrderCommands } from './order-command.ts'
import { orderCommands } from './order-commands.ts'
import { reportOversellServer, resolveOversellServer } from './resolve-oversell.server.ts'
import { payByCreditServer } from './pay-by-credit.server.ts'
import { approveRefundServer, refundServer, rejectRefundServer } from './refund-order.server.ts'
import { recordTransferServer, retryRefundServer } from './send-refund-elsewhere.server.ts'
import { splitOrderServer } from './split-order.server.ts'
import { substituteServer } from './substitute-listing.server.ts'
import { reassignSeatsServer, splitLineServer } from './ticket-lines.server.ts'
import { resendVoucherServer } from './resend-voucher.server.ts'

type InputOf<C> = C extends OrderCommand<string, infer F> ? { readonly [K in keyof F]: F[K]['_zod']['output'] } : never
type Servers = { readonly [K in keyof typeof orderCommands]: CommandServer<InputOf<(typeof orderCommands)[K]>> }

const servers: Servers = {
  approveRequest: approveRequestServer,
  declineRequest: declineRequestServer,
  resolveOversell: resolveOversellServer,
  approve: approveServer,
  confirm: confirmServer,
  sendETickets: sendETicketsServer,
  deliver: deliverServer,
  retryDelivery: retryServer,
  chase: chaseServer,
  changeVisit: changeVisitServer,
  resendVoucher: resendVoucherServer,
  changeNames: namesServer,
  changeAnswers: answersServer,
  substitute: substituteServer,
  reassignSeats: reassignSeatsServer,
  splitLine: splitLineServer,
  splitOrder: splitOrderServer,
  reportDeliveryProblem: problemServer,
  reportOversell: reportOversellServer,
  noShow: noShowServer,
  withdrawNoShow: withdrawNoShowServer,
  payByCredit: payByCreditServer,
  retryRefund: retryRefundServer,
  recordTransfer: recordTransferServer,
  approveRefund: approveRefundServer,
  refund: refundServer,
  keepPayment: keepPaymentServer,
  rejectRefund: rejectRefundServer,
  recall: recallServer,
  reject: rejectServer,
  cancel: cancelServer,
}

// Edge: what a command takes is the same in both tables, which `Servers` proves; a loop over both cannot say so.
const table = Object.entries(orderCommands).map(([key, command]) => ({
  command: command as unknown as OrderCommand,
  server: servers[key as keyof Servers] as unknown as CommandServer<unknown>,
}))

/** The calls by which staff change an order. */
export function implementOrderCommands({
  settings,
  database,
}: Pick<ServerContext, 'settings' | 'database'>): readonly Implementation[] {
  const gateway = gatewayOf(settings)
  return [
    implement(listOrderCommands, async ({ db, params, actor }) => {
      const order = await readCommandOrder(db, params.id, { isLocked: false })
      const scope = { now: Date.now(), actor, gateway }
      return table
        .filter(({ command }) => command.kinds.includes(order.kind))
        .map(({ command: { name, label, summary, isEnding }, server }) => ({
          name,
          label: t(label),
          summary: t(summary),
          isEnding,
          blockedReason: server.refuse(order, scope.now, scope) ?? server.blocks?.(order, scope) ?? null,
        }))
    }),
    ...table.flatMap(({ command, server }) => [
      implement(
        command.preview,
        async ({ db, params, input, actor }) => {
          const { order, now } = await opened(db, params.id, { command, server, actor, gateway, isLocked: false })
          const context = { db, order, input, now, actor, gateway }
          await server.ask?.(context, database)
          return previewOf(order, input, await server.effects(context), server.money?.(context))
        },
        { transaction: false, enforcesLimits: true },
      ),
      implement(
        command.apply,
        async (call) => {
          if (command.movesMoney) admitRefund(call.actor)
          return await apply({ command, server, gateway }, call as ApplyCall)
        },
        { enforcesLimits: true },
      ),
    ]),
  ]
}

interface Offered {
  readonly command: OrderCommand
  readonly server: CommandServer<unknown>
  readonly gateway: PaymentGateway | null
}
// Edge: which fields a command has besides its token only its own server part knows.
type ApplyCall = Call<{ readonly id: string }, undefined, { readonly [field: string]: unknown; readonly token: string }>

async function apply(
  { command, server, gateway }: Offered,
  { db, params, input: { token, ...input }, actor, audit, reply, request }: ApplyCall,
): Promise<{ message: string; version: number }> {
  const { order, now } = await opened(db, params.id, { command, server, actor, gateway, isLocked: true })
  const context = { db, order, input, now, actor, gateway }
  assertSeen(token, order, input, await server.effects(context), server.money?.(context))
  const key = String(request.headers['idempotency-key'] ?? '')
  const applied = await server.apply({ ...context, key })
  const { message, wakes } = applied
  // By then the transaction is over. What it left for the supplier or the gateway is asked at once.
  reply.raw.once('close', () => {
    if (order.supplierKey !== null) wakeJob(settleSupplierCallsJob.name)
    for (const job of [wakes ?? []].flat()) wakeJob(job)
  })
  const version = order.version + 1
  if (applied.isMoved) return { message, version }
  const { set, timeline, before, after, reason, tells } = applied
  if (set !== null) {
    await write(db, order, set)
    await note(db, order, actor, timeline)
  }
  const isDelivered = (set?.['fulfilment_status'] ?? order.fulfilment) === 'delivered'
  await notifyCustomer(db, { ...order, steps: [timeline.kind], isDelivered, tells })
  audit.record({
    action: command.name,
    object: 'purchases',
    recordId: order.id,
    title: order.reference,
    before,
    after,
    version,
    ...(reason !== undefined && { reason }),
  })
  return { message, version }
}

interface Opening extends Offered {
  readonly actor: Actor
  readonly isLocked: boolean
}

/** The order, if the actor can change it and the command is possible now. */
async function opened(
  db: Db,
  id: string,
  { command, server, actor, gateway, isLocked }: Opening,
): Promise<Pick<CommandContext<unknown>, 'order' | 'now'>> {
  const order = await readCommandOrder(db, id, { isLocked })
  if (command.movesMoney) assertMayRefund(actor, order)
  if (command.changesOrder) assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
  const now = Date.now()
  const why = command.kinds.includes(order.kind)
    ? server.refuse(order, now, { now, actor, gateway })
    : t('This command doesn’t apply to this kind of order.')
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
  return { order, now }
}

async function write(db: Db, order: CommandOrder, set: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    update purchases set ${sql.join([...columns, sql`version = version + 1`, sql`updated_at = now()`])} where id = ${order.id}`.execute(
    db,
  )
}

async function note(
  db: Db,
  { id }: CommandOrder,
  actor: Actor,
  { kind, detail, amount }: { readonly kind: TimelineKind; readonly detail: Said | null; readonly amount?: number },
): Promise<void> {
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail, said)
    values (${id}, now(), ${kind}, 'staff', ${actor.name}, ${amount ?? null}, ${storedSql(detail)})`.execute(db)
}
