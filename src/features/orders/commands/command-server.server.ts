import type { Actor } from '../../../core/access/access.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import type { MessageKind } from '../messages/message-kinds.ts'
import type { TimelineKind } from '../../purchases/states/purchase-ledger.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { Effect } from './command-state.server.ts'
import type { CommandPreview } from './order-command.ts'

export interface CommandContext<Input> {
  readonly db: Db
  readonly order: CommandOrder
  readonly input: Input
  readonly now: number
  readonly actor: Actor
  /** Null where this installation has none. */
  readonly gateway: PaymentGateway | null
}

/** What besides the order decides whether a command is possible. */
export interface CommandScope {
  readonly now: number
  readonly actor: Actor
  /** Null where this installation has none. */
  readonly gateway: PaymentGateway | null
}

/** The order is changed and its timeline written by `apply` itself. */
interface Moved {
  readonly isMoved: true
  readonly message: string
  readonly wakes?: string | readonly string[]
}

interface Applied {
  readonly isMoved?: false
  /** Columns of the order; its version and moment of change follow by themselves. Null where `apply` has written all of them, and the step of the timeline. */
  readonly set: Readonly<Record<string, unknown>> | null
  readonly timeline: { readonly kind: TimelineKind; readonly detail: Said | null; readonly amount?: number }
  /** What was done, as a sentence. */
  readonly message: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly reason?: string
  /** What its customer is written, where the step of the timeline does not say so already. */
  readonly tells?: MessageKind
  /** The jobs that have work by it. */
  readonly wakes?: string | readonly string[]
}

/**
 * The server part of a command. All three look at the same order; `apply` runs in a transaction with the order locked, after
 * `refuse` has let it pass and `effects` are still what the person saw.
 */
export interface CommandServer<Input> {
  /** Why it is not possible now, as a sentence; null where it is. */
  refuse(order: CommandOrder, now: number, scope: CommandScope): string | null
  /** Why this person can’t do what others can, as it is listed. Preview and `apply` refuse it with an error of their own. */
  blocks?(order: CommandOrder, scope: CommandScope): string | null
  /** Asks the supplier what `effects` then reads, before a preview and outside every transaction. */
  ask?(context: CommandContext<Input>, database: Pick<Database, 'kysely'>): Promise<void>
  /**
   * What it will do.
   *
   * @throws Refusal 422 for input that cannot be, with a sentence per field
   */
  effects(context: CommandContext<Input>): Promise<readonly Effect[]>
  /** The amounts of it, where people do it to many orders at once and want their sum. */
  money?(context: CommandContext<Input>): CommandPreview['money']
  /** Changes what hangs on the order, and answers with what changes in the order itself. `key` is the call’s own. */
  apply(context: CommandContext<Input> & { readonly key: string }): Promise<Applied | Moved>
}
