import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../../core/testing/make.server.ts'
import type { NoticeLanguage, ScheduleChange } from '../notice.endpoints.ts'
import { resources } from '../../../../app/registry.server.ts'
import { examples } from '../../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
let records: Maker
export const data = '/rest/data'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveNotices(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'notices' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export async function performance(name = 'Giselle'): Promise<{ id: number; eventId: number }> {
  const eventId = await records.make('events', { name })
  const id = await records.make('performances', {
    eventId,
    localDate: '2098-05-01',
    localTime: '20:00',
    isTimeTba: false,
    timeZone: 'Europe/Madrid',
    startsAt: '2098-05-01T18:00:00.000Z',
    status: 'onsale',
    isDateTbd: false,
    doorsTime: null,
    rescheduledFrom: null,
  })
  return { id, eventId }
}
let buyers = 0
export const sell = ({ id, eventId }: { id: number; eventId: number }, values: object = {}) =>
  records.make('purchases', {
    kind: 'event',
    productId: null,
    productOptionId: null,
    eventId,
    performanceId: id,
    bookingStatus: 'confirmed',
    paymentStatus: 'captured',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    captured: 10_500,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    customerEmail: `buyer${++buyers}@example.com`,
    customerName: `Buyer ${buyers}`,
    customerLocale: 'en',
    ...values,
  })
export async function move(
  id: number,
  localDate: string,
  localTime: string | null = '20:00',
  more: object = {},
): Promise<number[]> {
  const reply = await admin.post(`${data}/performances/${id}/reschedule`, {
    localDate,
    localTime,
    reason: 'The singer is ill',
    ...more,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { changes: number[] }).changes
}
export const read = async (changes: readonly number[], who = admin) =>
  (await who.get(`${data}/performances/notices`, { changes: changes.join() })).body as {
    purchases: number
    performances: number
    languages: NoticeLanguage[]
  }
export const decide = (changes: readonly number[], decision: string, texts?: readonly object[], who = admin) =>
  who.post(`${data}/performances/notices`, { changes, decision, ...(texts && { texts }) })
export const textsOf = ({ languages }: { languages: readonly NoticeLanguage[] }) =>
  languages.map(({ locale, subject, text }) => ({ locale, subject, text }))
export const changesOf = async (id: number) =>
  ((await admin.get(`${data}/performances/${id}/changes`)).body as { changes: ScheduleChange[] }).changes
export const tell = () => server.runJob('notify-customers')
export const run = <T>(query: { execute(db: never): Promise<T> }) => query.execute(server.database.kysely as never)
export async function letters(purchase: number): Promise<{ subject: string; text: string; locale: string }[]> {
  const { rows } = await run(sql<{ subject: string; text: string; locale: string }>`
    select m.subject, (select string_agg(p, E'\n\n') from jsonb_array_elements_text(m.content -> 'paragraphs') p) as text, m.locale
    from messages m join purchases u on u.customer_email = m.recipient where u.id = ${purchase} and m.template = 'schedule-change' order by m.id`)
  return rows
}
