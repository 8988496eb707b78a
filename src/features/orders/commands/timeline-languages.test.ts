import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let client: Client
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'timeline languages')
  client = await signInAsAnotherAdmin(desk, 'catalogue-editor')
  staff = staffDesk(desk, client)
})
afterAll(() => desk?.server.stop())

async function paid(line: object): Promise<number> {
  const order = await desk.placed({ lines: [line] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  return await staff.idOf(order)
}

/** Previews and applies a command as someone who works in Spanish. */
async function inSpanish(id: number, name: string, input: object): Promise<void> {
  const [path, spanish] = [`/rest/data/purchases/${id}/commands/${name}`, { 'accept-language': 'es' }]
  const preview = await client.post(`${path}/preview`, input, spanish)
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  const { token } = preview.body as { token: string }
  const key = { 'idempotency-key': `spanish-${name}-${id}` }
  const reply = await client.post(path, { ...input, token }, { ...spanish, ...key })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** What the timeline says in a language, of entries that have words. */
async function read(id: number, language: string): Promise<readonly string[]> {
  const { body } = await client.get(`/rest/data/purchases/${id}/details`, {}, { 'accept-language': language })
  const { timeline } = body as { timeline: readonly { detail: string | null }[] }
  return timeline.flatMap(({ detail }) => detail ?? [])
}

describe('the timeline of an order', () => {
  it('says in the language of its reader what someone did in another, with the words of people as they wrote them', async () => {
    const id = await paid(desk.tickets(2))
    await sql`update purchases set fulfilment_status = 'awaiting_tickets' where id = ${id}`.execute(desk.db)
    await inSpanish(id, 'deliver', { lines: [{ position: 1, delivered: 1 }], note: 'Entregada en mano' })
    await inSpanish(id, 'report-oversell', { how: 'seller', reason: 'Lo dice la sala' })
    expect(await read(id, 'en')).toEqual(['1 of 2 delivered. Entregada en mano', 'Oversell reported: Lo dice la sala'])
    expect(await read(id, 'es')).toEqual([
      'Entregadas 1 de 2. Entregada en mano',
      'Sobreventa comunicada: Lo dice la sala',
    ])
  })

  it('writes days and money as its reader does, and so does a change that waits for payment', async () => {
    const id = await paid(desk.visit(1))
    const units = [{ unitId: desk.goods.adultId, quantity: 2 }]
    const { date } = desk.goods
    await inSpanish(id, 'change-visit', { date, time: '11:00', units, isWaived: false })
    const [english, spanish] = [(await read(id, 'en')).at(-1), (await read(id, 'es')).at(-1)]
    expect(english).toMatch(/^Waits for €40\.00 from the customer: \d+ \w+ 20\d\d, 09:30 → \d+ \w+ 20\d\d, 11:00 · 1 /)
    expect(spanish).toMatch(/40,00.€.*09:30 → .*11:00 · 1 /)
    const waiting = async (language: string) => {
      const { body } = await client.get(`/rest/data/purchases/${id}/details`, {}, { 'accept-language': language })
      return (body as { unpaidChange: { detail: string } }).unpaidChange.detail
    }
    expect(english?.endsWith(`: ${await waiting('en')}`)).toBe(true)
    expect(spanish?.endsWith(`: ${await waiting('es')}`)).toBe(true)
  })

  it('forgets the values of an entry with its sentence', async () => {
    const id = await paid(desk.tickets(1))
    await inSpanish(id, 'report-oversell', { how: 'seller', reason: 'Lo dice Ana García' })
    await sql`update purchase_events set detail = null where purchase_id = ${id}`.execute(desk.db)
    const { rows } = await sql`select from purchase_events where purchase_id = ${id} and said is not null`.execute(
      desk.db,
    )
    expect([rows, await read(id, 'es')]).toEqual([[], []])
  })

  it('leaves an entry from before as its sentence was written', async () => {
    const id = await paid(desk.tickets(1))
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail)
      values (${id}, now(), 'changed', 'staff', 'Ada', 'Asientos: fila 3 → fila 4')`.execute(desk.db)
    for (const language of ['en', 'es']) expect((await read(id, language)).at(-1)).toBe('Asientos: fila 3 → fila 4')
  })
})
