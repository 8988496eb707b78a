// Orders for benches: of what is on sale in the demo data, from our own stock, each of another customer.
import { randomUUID } from 'node:crypto'
import { openShop } from '../src/app/commands/traffic-shop.server.ts'
import { Refusal } from '../src/core/errors/errors.ts'
import { placeOrder } from '../src/features/orders/place-order.server.ts'
import type { WantedOrder } from '../src/features/orders/orders.ts'
import type { Bench } from './same-writes.server.ts'

/** Answers with what places an order and says its reference. */
export async function openCounter({ database, settings, pool }: Bench): Promise<() => Promise<string>> {
  const { reportingCurrency } = settings
  const { lines, countries } = await openShop(database, settings)
  const { rows: users } = await pool.query<{ id: number }>('select id::integer from discovery_api_users limit 1')
  const caller = { userId: users[0]?.id ?? 0, name: 'Bench' }
  await pool.query('update ticket_listings set quantity = 1000')
  const place = async (line: WantedOrder['lines'][number]): Promise<string> => {
    const key = randomUUID()
    const named = { caller: 'api_user', actorId: caller.userId, key, hash: key } as const
    const email = `ana-${key}@bench.example`
    const customer = { firstName: 'Ana', lastName: 'García', email, country: countries[0] ?? 'ES' }
    return await placeOrder(database, { caller, named, reportingCurrency }, { lines: [line], customer })
  }
  // Not all that is listed is on sale; and stock is a row that the first order of a listing makes.
  const sold: WantedOrder['lines'] = []
  for (const line of lines.filter(({ kind }) => kind === 'event') as unknown as WantedOrder['lines'])
    if (sold.length < 100 && (await isOurs(line))) sold.push(line)
  /** Only our own stock: what a provider keeps runs out, and its simulator would be measured as well. */
  async function isOurs(line: WantedOrder['lines'][number]): Promise<boolean> {
    const reference = await place(line).catch(notOnSale)
    const { rows } = await pool.query(
      `select from order_placements o join purchases p on p.id = o.purchase_id where p.reference = $1 and o.supplier = 'house'`,
      [reference],
    )
    return rows.length > 0
  }
  // As a shop that has been open for a while: its tables have been looked at.
  await database.withoutDeadline(() => database.pool.query('analyze'))
  return async () => {
    const line = sold[Math.floor(Math.random() * sold.length)]
    if (!line) throw new Error('Nothing is on sale.')
    return await place(line)
  }
}

function notOnSale(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
