import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { TimelineKind } from '../../purchases/states/purchase-ledger.ts'
import { settleSupplierCallsJob } from '../supplier-calls.server.ts'
import { answersServer, namesServer } from './correct-order.server.ts'
import { chaseServer, noShowServer } from './chase-supplier.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import { readCommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import { assertSeen, previewOf } from './command-state.server.ts'
import { approveServer, cancelServer, confirmServer, rejectServer } from './decide-order.server.ts'
import { deliverServer, problemServer, recallServer, retryServer } from './deliver-order.server.ts'
import type { OrderCommand } from './order-command.ts'
import { listOrderCommands } from './order-command.ts'
import { orderCommands } from './order-commands.ts'
import { reassignSeatsServer, splitLineServer } from './ticket-lines.server.ts'

type InputOf<C> = C extends OrderCommand<string, infer F> ? { readonly [K in keyof F]: F[K]['_zod']['output'] } : never
type Servers = { readonly [K in keyof typeof orderCommands]: CommandServer<InputOf<(typeof orderCommands)[K]>> }

const servers: Servers = {
  approve: approveServer,
  confirm: confirmServer,
  deliver: deliverServer,
  retryDelivery: retryServer,
  chase: chaseServer,
  changeNames: namesServer,
  changeAnswers: answersServer,
  reassignSeats: reassignSeatsServer,
  splitLine: splitLineServer,
  reportDeliveryProblem: problemServer,
  noShow: noShowServer,
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
export const implementedOrderCommands: readonly Implementation[] = [
  implement(listOrderCommands, async ({ db, params }) => {
    const order = await readCommandOrder(db, params.id, { isLocked: false })
    const now = Date.now()
    return table
      .filter(({ command }) => command.kinds.includes(order.kind))
      .map(({ command: { name, label, summary, isEnding }, server }) => ({
        name,
        label: t(label),
        summary: t(summary),
        isEnding,
        blockedReason: server.refuse(order, now),
      }))
  }),
  ...table.flatMap(({ command, server }) => [
    implement(
      command.preview,
      async ({ db, params, input, actor }) => {
        const { order, now } = await opened(db, params.id, { command, server, actor, isLocked: false })
        return previewOf(order, input, await server.effects({ db, order, input, now }))
      },
      { transaction: false, enforcesLimits: true },
    ),
    implement(
      command.apply,
      async ({ db, params, input: { token: seen, ...input }, actor, audit, reply }) => {
        const token = String(seen)
        const { order, now } = await opened(db, params.id, { command, server, actor, isLocked: true })
        const context = { db, order, input, now }
        assertSeen(token, order, input, await server.effects(context))
        const { set, timeline, message, before, after, reason } = await server.apply({ ...context, actor })
        await write(db, order, set)
        await note(db, order, actor, timeline)
        // By then the transaction is over. What it left for the supplier is asked at once.
        if (order.supplierKey !== null) reply.raw.once('close', () => wakeJob(settleSupplierCallsJob.name))
        const version = order.version + 1
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
      },
      { enforcesLimits: true },
    ),
  ]),
]

interface Opening {
  readonly command: OrderCommand
  readonly server: CommandServer<unknown>
  readonly actor: Actor
  readonly isLocked: boolean
}

/** The order, if the actor can change it and the command is possible now. */
async function opened(
  db: Db,
  id: string,
  { command, server, actor, isLocked }: Opening,
): Promise<Pick<CommandContext<unknown>, 'order' | 'now'>> {
  const order = await readCommandOrder(db, id, { isLocked })
  assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
  const now = Date.now()
  const why = command.kinds.includes(order.kind)
    ? server.refuse(order, now)
    : t('This command is for the other kind of order.')
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
  { kind, detail }: { readonly kind: TimelineKind; readonly detail: string | null },
): Promise<void> {
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail)
    values (${id}, now(), ${kind}, 'staff', ${actor.name}, ${detail === null || detail === '' ? null : detail.slice(0, 500)})`.execute(
    db,
  )
}
