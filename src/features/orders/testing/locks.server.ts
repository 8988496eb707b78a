import pg from 'pg'

/** What is locked, in the order that the README of orders has, each with the tables that it means. */
export const lockOrder = {
  'performance': ['performances'],
  'row of a run': ['order_runs', 'order_run_items'],
  'order': ['purchases'],
  'oversell': ['oversells'],
  'payment': ['payments'],
  'listing or stock by id': ['ticket_listings', 'product_availabilities', 'house_bookings', 'house_stock'],
  'coupon': ['coupons'],
  'counters': ['invoice_series'],
} as const

const rankOf = new Map<string, number>(
  Object.values(lockOrder).flatMap((tables, rank) => tables.map((table) => [table, rank] as const)),
)
const names = Object.keys(lockOrder)

/** The tables of which a statement locks rows, as far as its text says. A refund locks its payment by a trigger. */
export function lockedBy(text: string): readonly string[] {
  const flat = text.toLowerCase().replaceAll(/\s+/g, ' ')
  const updated = [...flat.matchAll(/\bupdate (\w+)(?: \w+)? set\b/g)].map(([, table]) => table ?? '')
  const refunded = flat.includes('insert into refunds ') ? ['payments'] : []
  const selected = [...flat.matchAll(/\bfor (?:no key )?update(?: of (\w+))?/g)].flatMap(({ index, 1: alias }) => {
    const sources = [...flat.slice(0, index).matchAll(/\b(?:from|join) (\w+)(?: (\w+))?/g)]
    const source = alias
      ? sources.find(([, table, short]) => rankOf.has(table ?? '') && (short === alias || table === alias))
      : sources.findLast(([, table]) => rankOf.has(table ?? ''))
    return source?.[1] ?? []
  })
  return [...selected, ...updated, ...refunded].filter((table) => rankOf.has(table))
}

/** Why the statements of one transaction lock in another order than the written one; null where they do not. */
export function lockFault(statements: readonly string[]): string | null {
  const seen: number[] = []
  for (const statement of statements)
    for (const table of lockedBy(statement)) {
      const rank = rankOf.get(table) ?? 0
      if (seen.includes(rank)) continue
      const later = seen.find((one) => one > rank)
      if (later !== undefined)
        return `locks ${names[rank]} (${table}) after ${names[later]}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 200)}`
      seen.push(rank)
    }
  return null
}

/** Collects the transactions that go to the database by this process, each with its statements. */
export function watchTransactions(): { readonly transactions: readonly (readonly string[])[]; stop(): void } {
  const transactions: string[][] = []
  const open = new WeakMap<object, string[]>()
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
    if (/^\s*(begin|start transaction)/i.test(text)) open.set(this, [])
    else if (/^\s*(commit|rollback)\s*;?$/i.test(text)) {
      transactions.push(open.get(this) ?? [])
      open.delete(this)
    } else open.get(this)?.push(text)
    return original.apply(this, given)
  } as typeof pg.Client.prototype.query
  return {
    transactions,
    stop: () => {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query
    },
  }
}
