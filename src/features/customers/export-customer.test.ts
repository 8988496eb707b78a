import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { unzip } from '../../platform/transfer/testing/read-files.server.ts'
import { dataOfCustomer } from './customer-data.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Client
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'export customer' })
  admin = await testContext.server.signIn('admin')
})
afterAll(() => testContext.close())

const path = '/rest/data/users/user'
async function exported(id: number): Promise<ReadonlyMap<string, string>> {
  const reply = await fetch(`${testContext.server.url}${path}/${id}/data`, {
    method: 'POST',
    headers: { 'x-token': admin.token, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Asked for a copy' }),
  })
  expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="customer-${id}.zip"`,
  ])
  return unzip(Buffer.from(await reply.arrayBuffer()))
}
const jsonIn = (files: ReadonlyMap<string, string>, name: string) =>
  JSON.parse(files.get(name) ?? 'null') as Record<string, unknown>[]

it('has a customer’s own records and those of no other', async () => {
  const id = await testContext.maker.make('customers', { email: 'copy@example.com', firstName: 'Ana', tags: ['=1+1'] })
  const other = await testContext.maker.make('customers', { email: 'other@example.com' })
  const own = await testContext.maker.make('purchases', { customerId: id })
  const guest = await testContext.maker.make('purchases', { customerId: null, customerEmail: 'Copy@example.com' })
  const foreign = await testContext.maker.make('purchases', { customerId: other, customerEmail: 'other@example.com' })
  for (const order of [own, foreign])
    await admin.post(`/rest/data/purchases/${order}/notes`, { body: `About the order ${order}` })

  const files = await exported(id)
  expect(jsonIn(files, 'json/profile.json')).toMatchObject([{ id, email: 'copy@example.com', first_name: 'Ana' }])
  expect(jsonIn(files, 'json/orders.json').map((row) => row['id'])).toEqual([own, guest])
  expect(jsonIn(files, 'json/orders.json')[0]).not.toHaveProperty('margin')
  expect(jsonIn(files, 'json/notes.json').map((row) => row['body'])).toEqual([`About the order ${own}`])
  expect(files.get('csv/orders.csv')?.split('\r\n')).toHaveLength(4)
  expect([...files.values()].join('\n')).not.toContain('other@example.com')
  const contents = JSON.parse(files.get('contents.json') ?? '{}') as { leftOut: object[]; files: object[] }
  expect(contents.files).toContainEqual({ name: 'json/orders.json', records: 2 })
  expect(contents.leftOut).toContainEqual({ what: 'Names of staff', why: 'Personal data of others.' })
})

it('writes down who exported whom, why and how much, without a name', async () => {
  const id = await testContext.maker.make('customers', { email: 'written@example.com' })
  await exported(id)
  const { rows } = await sql<{ title: string; reason: string; after: object }>`
    select title, reason, after from audit_log where action = 'export-data' and record_id = ${String(id)}`.execute(
    testContext.db,
  )
  expect(rows).toEqual([{ title: `Customer ${id}`, reason: 'Asked for a copy', after: { records: 1, documents: 0 } }])
})

it('needs as many statements for a hundred orders as for one', async () => {
  const counted = async (orders: number) => {
    const id = await testContext.maker.make('customers', { email: `many-${orders}@example.com` })
    for (let n = 0; n < orders; n++) await testContext.maker.make('purchases', { customerId: id })
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const found = new Map<string, number>()
    for await (const { table, rows } of dataOfCustomer(testContext.db.withPlugin(counting), id))
      found.set(table, rows.length)
    expect(found.get('purchases')).toBe(orders)
    return statements
  }
  expect(await counted(100)).toBe(await counted(1))
})

it('asks why, and is for people who can export customers and see orders', async () => {
  const id = await testContext.maker.make('customers', { email: 'asks@example.com' })
  expect(problemsIn(await admin.post(`${path}/${id}/data`, { reason: 'x' }))).toEqual({
    reason: 'Enter a short reason.',
  })
  const reader = await testContext.server.signIn('read-only')
  expect((await reader.post(`${path}/${id}/data`, { reason: 'Asked for a copy' })).status).toBe(403)
  await admin.post(`${path}/${id}/anonymise`, { reason: 'Asked to be forgotten' })
  expect((await admin.post(`${path}/${id}/data`, { reason: 'Asked for a copy' })).status).toBe(409)
  expect((await admin.post(`${path}/999999999/data`, { reason: 'Asked for a copy' })).status).toBe(404)
})
