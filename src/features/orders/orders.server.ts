import { system } from '../../core/access/access.ts'
import type { Database } from '../../db/database.server.ts'
import type { Settings } from '../../core/settings.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { ApiGateway } from '../api-users/api-gateway.server.ts'
import { cancelOrder, quoteCancellation } from './cancel-order.server.ts'
import { confirmOrder } from './confirm-order.server.ts'
import { idOf, ownedBy, readOrder, readOrderChanges } from './order-answer.server.ts'
import { cancelOrderCall, confirmOrderCall, payOrderCall, quoteCancellationCall } from './order.endpoints.ts'
import { listOrderChangesCall, placeOrderCall, readOrderCall } from './orders.ts'
import { payOrder } from './pay-order.server.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'
import { placeOrder } from './place-order.server.ts'
import { ordersScope } from './quotes.ts'

/** The calls by which partners place orders and look after them. */
export function implementOrders(
  database: Database,
  gateway: ApiGateway,
  payments: PaymentGateway | null,
  { reportingCurrency }: Pick<Settings, 'reportingCurrency'>,
): readonly Implementation[] {
  return [
    gateway.implementChange(placeOrderCall, ordersScope, async ({ caller, named, input, reply }) => {
      const reference = await placeOrder(database, { caller, named, reportingCurrency }, input)
      void reply.header('Location', `/v1/orders/${reference}`)
      return await readOrder(database.kysely, reference, caller.userId)
    }),
    gateway.implement(listOrderChangesCall, ordersScope, async ({ caller, query }) => {
      const page = { since: Number(query.cursor ?? 0), limit: Number(query.limit ?? 50) }
      const { orders, next, hasMore } = await readOrderChanges(database.kysely, caller.userId, page)
      return { data: [...orders], next: String(next), hasMore }
    }),
    gateway.implement(readOrderCall, ordersScope, async ({ caller, params }) =>
      readOrder(database.kysely, params.reference, caller.userId),
    ),
    gateway.implementChange(payOrderCall, ordersScope, async ({ caller, params, input }) =>
      payOrder(database, payments, ownedBy(params.reference, caller.userId), input.method),
    ),
    gateway.implementChange(confirmOrderCall, ordersScope, async ({ caller, params }) => {
      const id = await idOf(database.kysely, params.reference, caller.userId)
      await confirmOrder(database, id, { actor: system(caller.name), kind: 'customer' })
      return await readOrder(database.kysely, params.reference, caller.userId)
    }),
    gateway.implement(quoteCancellationCall, ordersScope, async ({ caller, params }) =>
      quoteCancellation(database.kysely, caller, params.reference),
    ),
    gateway.implementChange(cancelOrderCall, ordersScope, async ({ caller, params, input }) => {
      await cancelOrder(database, caller, params.reference, input.token)
      return await readOrder(database.kysely, params.reference, caller.userId)
    }),
  ]
}
