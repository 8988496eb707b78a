import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { purchases } from './purchases.ts'
import { waitingOn } from './waiting-days.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'waiting_days' })
})
afterAll(() => server?.stop())

const db = () => server.database.kysely

it('keeps how many orders waited last on each day, without those that are snoozed', async () => {
  const id = await maker(db(), resources, examples).make(purchases)
  await sql`update purchases set fulfilment_status = 'awaiting_tickets' where id = ${id}`.execute(db())
  const {
    rows: [row],
  } = await sql<{ today: string }>`select to_char(now() at time zone 'Europe/Madrid', 'YYYY-MM-DD') as today`.execute(
    db(),
  )
  const today = row?.today ?? ''
  const counted = async () => {
    await server.runJob('remind-of-due-orders')
    return await waitingOn(db(), [today])
  }
  expect(await counted()).toEqual([1])
  await sql`update purchases set snoozed_until = now() + interval '1 hour' where id = ${id}`.execute(db())
  expect(await counted()).toEqual([0])
  await sql`update purchases set snoozed_until = now() - interval '1 hour' where id = ${id}`.execute(db())
  expect(await counted()).toEqual([1])
})

it('begins with the first day that was counted, and goes on from a day that was not', async () => {
  await sql`insert into waiting_days values ('2026-03-02', 8), ('2026-03-04', 5)`.execute(db())
  expect(await waitingOn(db(), ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'])).toEqual([8, 8, 5])
  expect(await waitingOn(db(), ['2026-02-01', '2026-02-02'])).toEqual([])
})
