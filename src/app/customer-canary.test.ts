import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Db } from '../db/tables.server.ts'
import { silent } from '../db/testing/embedded-database.server.ts'
import { isLeftOut, leftOutOfData } from '../features/customers/left-out-of-data.ts'
import { unzip } from '../platform/transfer/testing/read-files.server.ts'
import { loadDemoData } from './seed/load.server.ts'
import type { Column, Link } from './testing/columns-of-customers.server.ts'
import { allColumns, linksToCustomers } from './testing/columns-of-customers.server.ts'
import { codes, fiscal, tablesApart } from './testing/personal-columns.ts'
import { samples, samplesOf } from './testing/sample-values.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

const canary = 'qzcanary7f3'
const email = `${canary}@example.com`

let server: TestServer
let db: Db
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'customer canary', checkOutput: false })
  db = server.database.kysely
  await loadDemoData(server.database, { purchases: 2000, today: '2026-11-21', log: silent, say: () => {} })
}, 120_000)
afterAll(() => server?.stop())

/** Writes past the triggers of the database, never past its checks; false where a check refuses. */
async function write(statement: ReturnType<typeof sql>): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      const { numAffectedRows = 0n } = await statement.execute(trx)
      return numAffectedRows > 0n
    })
  } catch (error) {
    if (
      /check constraint|unique constraint|not-null|invalid input|is of type|value too long|null value/.test(
        String(error),
      )
    )
      return false
    throw error
  }
}

/** A row where the demo data has none. False where the checks of the table want more than a sample of each type. */
const addRow = (table: string, columns: readonly Column[]) => {
  const needed = columns.filter((one) => one.table === table && one.isNeeded)
  if (needed.length === 0) return write(sql`insert into ${sql.table(table)} default values`)
  return write(sql`
    insert into ${sql.table(table)} (${sql.join(needed.map(({ name }) => sql.ref(name)))})
    values (${sql.join(needed.map(({ name, type }) => samplesOf[`${table}.${name}`] ?? samples[type] ?? sql`1`))})`)
}

const written: Readonly<Record<string, (text: string) => ReturnType<typeof sql>>> = {
  'text': (text) => sql`${text}::text`,
  'text[]': (text) => sql`array[${text}::text]`,
  'jsonb': (text) => sql`${JSON.stringify({ note: text })}::jsonb`,
  'bytea': (text) => sql`convert_to(${text}, 'UTF8')`,
}
const hasColumn = (columns: readonly Column[], table: string, name: string) =>
  columns.some((one) => one.table === table && one.name === name)

/** Whether a table has a column that words about a customer can be in. */
const hasWords = (columns: readonly Column[], table: string) =>
  columns.some(
    (one) => one.table === table && one.type in written && one.isFree && !codes.has(`${table}.${one.name}`),
  ) || ['purchases', 'payments'].includes(table)

const listed = (text: string) => sql`${JSON.stringify([{ note: text }])}::jsonb`

/** What was written into each column: the canary with a number of its own. */
const markOf = new Map<string, string>()
function mark(column: string): string {
  const text = `${canary}n${markOf.size}n`
  markOf.set(column, text)
  return text
}

/** Writes the canary into each column of a row that can have it, and something behind it. Answers with the columns. */
async function plant(columns: readonly Column[], table: string, where: ReturnType<typeof sql>, behind = '') {
  const planted: string[] = []
  for (const { name, type } of columns.filter((one) => one.table === table && one.isFree)) {
    const value = written[type]
    if (!value || codes.has(`${table}.${name}`)) continue
    const set = (sent: ReturnType<typeof sql>) =>
      write(sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sent} where ${where}`)
    const text = mark(`${table}.${name}`) + behind
    if ((await set(value(text))) || (type === 'jsonb' && (await set(listed(text))))) planted.push(`${table}.${name}`)
  }
  return planted
}

interface Buyer {
  readonly id: number
  readonly order: number
}

/** A customer with an order that was invoiced and refunded, and with nothing left to do. */
async function buyer(): Promise<Buyer> {
  const { rows } = await sql<Buyer>`
    select c.id, p.id as order from customers c join purchases p on p.customer_id = c.id
    where c.status = 'active' and exists (select from refunds r where r.purchase_id = p.id and r.state = 'succeeded')
      and exists (select from invoices i where i.purchase_id = p.id)
      and not exists (select from purchases o where o.customer_id = c.id
        and (o.booking_status not in ('completed', 'cancelled', 'rejected', 'expired')
          or o.refund_state in ('requested', 'processing', 'failed') or o.payment_status = 'disputed'))
    order by p.id limit 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The demo data has such a customer.')
  return found
}

interface Planted {
  readonly columns: string[]
  /** Tables that could have no row of the customer. */
  readonly without: string[]
}

/** Gives the customer a row of each table that hangs on them, its parent being the row before, with the canary in it. */
async function plantBeside({ id, order }: Buyer, columns: readonly Column[], links: readonly Link[]): Promise<Planted> {
  const rowOf = new Map<string, readonly [key: string, value: unknown]>([['customers', ['id', id]]])
  const planted: Planted = { columns: await plant(columns, 'customers', sql`id = ${id}`), without: [] }
  expect(await write(sql`update customers set email = ${email}, phone = '+34600777123' where id = ${id}`)).toBe(true)
  for (const { table, column, parent } of links) {
    const above = rowOf.get(parent)
    if (!above || !hasWords(columns, table)) continue
    const own = sql`${sql.ref(column)} = ${above[1]} and ${table === 'purchases' ? sql`id = ${order}` : sql`true`}`
    const count = async (where: ReturnType<typeof sql>) =>
      (await sql`select from ${sql.table(table)} where ${where} limit 1`.execute(db)).rows.length
    if ((await count(sql`true`)) === 0) await addRow(table, columns)
    // Rows of others become theirs, until one is not unique to its owner.
    for (let offset = 0; (await count(own)) === 0 && offset < 40; offset++)
      await write(sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${above[1]}
        where ctid = (select ctid from ${sql.table(table)} offset ${offset} limit 1)`)
    const key = hasColumn(columns, table, 'id') ? 'id' : column
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(key)} as value from ${sql.table(table)} where ${own} limit 1`.execute(db)
    const [row] = rows
    if (!row) {
      planted.without.push(table)
      continue
    }
    rowOf.set(table, [key, row.value])
    planted.columns.push(...(await plant(columns, table, sql`${sql.ref(key)} = ${row.value}`)))
  }
  return planted
}

/** Gives each table that names people by what was written, or by a number that is no reference, a row about the customer. */
async function plantApart(
  { id, order }: Buyer,
  columns: readonly Column[],
  linked: ReadonlySet<string>,
): Promise<Planted> {
  const planted: Planted = { columns: [], without: [] }
  for (const table of new Set(columns.map((one) => one.table))) {
    // The audit is chained and never changed: what reaches it is looked at below.
    if (linked.has(table) || tablesApart.has(table) || table === 'customers' || table.startsWith('audit_')) continue
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length === 0 && !(await addRow(table, columns))) {
      planted.without.push(table)
      continue
    }
    const key = ['id', 'key'].find((name) => hasColumn(columns, table, name))
    const first = key
      ? sql`${sql.ref(key)} = (select ${sql.ref(key)} from ${sql.table(table)} order by 1 limit 1)`
      : sql`true`
    // Without a key one row is enough, and the only one.
    if (!key)
      await write(sql`delete from ${sql.table(table)} where ctid <> (select min(ctid) from ${sql.table(table)})`)
    if (hasColumn(columns, table, 'resource') && hasColumn(columns, table, 'record_id'))
      await write(sql`update ${sql.table(table)} set resource = 'customers', record_id = ${id} where ${first}`)
    if (hasColumn(columns, table, 'kind') && hasColumn(columns, table, 'review_id'))
      await write(sql`
        update ${sql.table(table)} set kind = 'product', review_id = (select id from product_reviews where purchase_id = ${order} limit 1)
        where ${first}`)
    // What suppliers were asked is known by the key of the order.
    const isAsked = ['supplier_bookings', 'supplier_calls', 'supplier_exchanges'].includes(table)
    const ofOrder = sql`key = (select supplier_key from order_placements where purchase_id = ${order})`
    if (isAsked) await write(sql`update ${sql.table(table)} set ${ofOrder} where ${first}`)
    planted.columns.push(...(await plant(columns, table, isAsked ? ofOrder : first, ` ${email}`)))
  }
  return planted
}

/** Where the canary is, in every column of every table. */
async function found(columns: readonly Column[]): Promise<readonly string[]> {
  const where: string[] = []
  for (const { table, name, type } of columns) {
    const isThere =
      type === 'bytea'
        ? sql`position(convert_to(${canary}, 'UTF8') in ${sql.ref(name)}) > 0`
        : sql`position(${canary} in ${sql.ref(name)}::text) > 0`
    const { rows } = await sql`select from ${sql.table(table)} where ${isThere} limit 1`.execute(db)
    if (rows.length > 0) where.push(`${table}.${name}`)
  }
  return where
}

/** The number of an invoice of the order. */
async function invoiceOf({ order }: Buyer): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select number from invoices where purchase_id = ${order} order by id limit 1`.execute(db)
  return rows[0]?.number ?? 'An invoice.'
}

/** The text of what a customer gets who asks for their data. */
async function exported(token: string, id: number): Promise<string> {
  const reply = await fetch(`${server.url}/rest/data/users/user/${id}/data`, {
    method: 'POST',
    headers: { 'x-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Asked for a copy' }),
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return [...unzip(Buffer.from(await reply.arrayBuffer())).values()].join('\n')
}

it('is nowhere left of a customer but in fiscal records', async () => {
  const columns = await allColumns(db)
  const links = await linksToCustomers(db)
  const who = await buyer()
  // One of the demo data that is active would keep the customer.
  await write(sql`update legal_holds set until_on = now()::date - 2`)
  const beside = await plantBeside(who, columns, links)
  const apart = await plantApart(who, columns, new Set(links.map(({ table }) => table)))
  expect([...beside.without, ...apart.without]).toEqual([])
  const planted = [...beside.columns, ...apart.columns]
  // Each of these is another way by which a name gets somewhere.
  expect(planted).toEqual(
    expect.arrayContaining([
      'customers.risk_notes',
      'purchases.customer_name',
      'purchase_lines.holder_names',
      'record_notes.body',
      'messages.content',
      'order_messages.subject',
      'supplier_exchanges.request',
      'outbound_calls.answer',
      'idempotency_keys.body',
      'saved_views.query',
      'export_chunks.data',
      'file_import_pieces.data',
      'product_reviews.body',
      'review_originals.original',
      'refunds.note',
      'store_credits.note',
      'customer_consents.reason',
      'invoices.recipient_name',
    ]),
  )
  // Their own copy of their data has all of it, but for what is left out by name.
  const admin = await server.signIn('admin')
  const copy = await exported(admin.token, who.id)
  markOf.set('customers.email', email)
  markOf.set('customers.phone', '+34600777123')
  const isMissing = (column: string) => {
    const [table = '', name = ''] = column.split('.')
    return !isLeftOut(table) && !isLeftOut(table, name) && !copy.includes(markOf.get(column) ?? column)
  }
  expect(planted.filter(isMissing)).toEqual([])
  expect(copy).toContain(`"number": "${await invoiceOf(who)}"`)

  // A member of staff writes the canary as well, so that it passes through the audit.
  const path = `/rest/data/users/user/${who.id}`
  expect(
    (await admin.patch(path, { firstName: `${canary} again`, lastName: canary, phone: '+34600777124' })).status,
  ).toBe(200)

  expect((await admin.post(`${path}/anonymise`, { reason: 'Asked to be forgotten' })).status).toBe(200)
  const left = await found(columns)
  expect(left.filter((one) => !fiscal.has(one.split('.')[0] ?? ''))).toEqual([])
  // What the law wants kept is there, or nothing was shown.
  expect(left).toContain('invoices.recipient_name')
}, 180_000)

it('names only columns and tables that there are', async () => {
  const columns = await allColumns(db)
  const names = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  const tables = new Set(columns.map(({ table }) => table))
  expect([...codes].filter((one) => !names.has(one))).toEqual([])
  expect([...fiscal, ...tablesApart].filter((one) => !tables.has(one))).toEqual([])
  const leftOut = leftOutOfData.flatMap((one) => one.names)
  expect(leftOut.filter((one) => !names.has(one) && !tables.has(one))).toEqual([])
})
