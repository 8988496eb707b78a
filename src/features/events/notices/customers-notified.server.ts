import { defineSignal } from '../../../core/signal.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { ChangeKind } from './notice-texts.ts'

interface Notified {
  readonly kind: ChangeKind
  readonly sent: readonly { readonly purchaseId: number; readonly messageId: number | undefined }[]
  /** Who decided that they are notified. */
  readonly by: string
}

/** Customers were written about a change of their performance, in the transaction that puts it into the outbox. */
export const customersNotified = defineSignal<[db: Db, notified: Notified]>()
