import type { Database } from '../../db/database.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { ApiGateway } from '../api-users/api-gateway.server.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { readOrder, readOrderChanges } from './order-answer.server.ts'
import { cancelOrderCall, listOrderChangesCall, placeOrderCall, readOrderCall } from './orders.ts'
import { placeOrder } from './place-order.server.ts'
import { ordersScope } from './quotes.ts'

/** The calls by which partners place orders and look after them. */
export function implementOrders(database: Database, gateway: ApiGateway): readonly Implementation[] {
  return [
    gateway.implementChange(placeOrderCall, ordersScope, async ({ caller, named, input, reply }) => {
      const reference = await placeOrder(database, { caller, named }, input)
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
    gateway.implementChange(cancelOrderCall, ordersScope, async ({ caller, params }) => {
      await cancelOrder(database, caller, params.reference)
      return await readOrder(database.kysely, params.reference, caller.userId)
    }),
  ]
}
