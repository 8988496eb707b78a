import { createLog } from '../../../core/http/log.server.ts'
import type { Database } from '../../../db/database.server.ts'
import type { PaymentGateway } from '../../orders/payment-gateway.server.ts'
import { sendRefundsJob } from '../send-refunds.server.ts'

/** One run of the job: everything that is due is sent, or asked about. */
export async function sendRefunds(database: Database, gateway: PaymentGateway | null): Promise<void> {
  const { signal } = new AbortController()
  await sendRefundsJob(gateway).run({ database, log: createLog({ level: 'silent' }), signal, count: () => {} })
}
