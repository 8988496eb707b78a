import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AvailableDay } from '../supply/importing/product-draft.ts'
import { SupplierError } from '../supply/importing/supplier-catalogue.server.ts'
import { tiqetsServer } from '../supply/tiqets/tiqets.server.ts'
import { viatorServer } from '../supply/viator/viator.server.ts'
import type { AvailabilityCheck } from './availability.endpoints.ts'
import {
  admin,
  alternative,
  answers,
  ask,
  checks,
  chosenId,
  db,
  goods,
  never,
  sell,
  serveAvailability,
  server,
  settled,
  sourceOf,
  until,
  visit,
} from './testing/availability-stage.server.ts'

serveAvailability('product_checks')

describe('a product on a day', () => {
  it('has each answer on its own: a silent supplier keeps no other waiting, and can be stopped', async () => {
    await alternative('tiqets', '970100')
    answers(tiqetsServer, never)
    answers(viatorServer, () => Promise.resolve([]))
    const { id } = await ask(visit())
    const half = await until(id, (check) => sourceOf(check, 'viator').state === 'answered')
    expect(half).toMatchObject({ isUnderWay: true })
    expect(sourceOf(half, 'tiqets').state).toBe('asking')
    const stopped = (await admin.post(`${checks}/${id}/stop`)).body as AvailabilityCheck
    expect([stopped.isUnderWay, sourceOf(stopped, 'tiqets').state, sourceOf(stopped, 'viator').state]).toEqual([
      false,
      'stopped',
      'answered',
    ])
  })

  it('shows what the supplier says now beside what is stored, with what the party pays', async () => {
    const [{ code } = { code: '' }] = (
      await sql<{ code: string }>`select code from product_options where id = ${goods.optionId}`.execute(db())
    ).rows
    const says = (days: readonly Partial<AvailableDay>[]) =>
      answers(viatorServer, () => Promise.resolve(days.map((day) => ({ date: goods.date, ...day }) as AvailableDay)))
    const answered = async () => {
      const { id } = await ask({ ...visit(), party: '2 adults' })
      return sourceOf(await until(id, (check) => sourceOf(check, 'viator').state === 'answered'), 'viator').options
    }
    says([{ optionCode: code, status: 'AVAILABLE', vacancies: 8 }])
    expect(await answered()).toMatchObject([
      { difference: 'same', day: { state: 'open' }, price: { retail: 8000, net: 4000, pax: 2, problem: null } },
    ])
    says([
      { optionCode: code, status: 'LIMITED', vacancies: 1 },
      { optionCode: 'NEW', status: 'AVAILABLE', vacancies: null },
    ])
    expect(await answered()).toMatchObject([
      {
        difference: 'changed',
        live: { vacancies: 1 },
        stored: { vacancies: 8 },
        price: { problem: expect.any(String) },
      },
      { code: 'NEW', optionId: null, difference: 'new' },
    ])
    says([])
    expect(await answered()).toMatchObject([
      { difference: 'gone', live: { status: 'CLOSED' }, stored: { vacancies: 8 } },
    ])
  })

  it('says what went wrong in words, each for itself', async () => {
    answers(tiqetsServer, () => Promise.reject(new SupplierError({ kind: 'unavailable' })))
    answers(viatorServer, () =>
      Promise.reject(new SupplierError({ kind: 'invalid', detail: 'it is a web page, not data' })),
    )
    const done = await settled(visit())
    expect([sourceOf(done, 'viator'), sourceOf(done, 'tiqets')]).toMatchObject([
      {
        state: 'failed',
        reason:
          'Viator sent an answer we can’t read: it is a web page, not data. Nothing was changed. Retry, and report it to Viator if it happens again.',
      },
      { state: 'failed', reason: 'Tiqets didn’t answer. Retry in a few minutes.' },
    ])
  })

  it('asks no supplier that is paused', async () => {
    const opened = answers(viatorServer, () => Promise.resolve([]))
    answers(tiqetsServer, () => Promise.resolve([]))
    await sql`update providers set is_enabled = false where code = 'viator'`.execute(db())
    const done = await settled(visit())
    expect(sourceOf(done, 'viator')).toMatchObject({ state: 'not_asked', reason: 'Paused, so it is not asked.' })
    expect(opened).not.toHaveBeenCalled()
    await sql`update providers set is_enabled = true where code = 'viator'`.execute(db())
  })

  it('counts in log and health, and keeps what was sent without our key for those who can see it', async () => {
    await sell(chosenId, 'viator', '30000P1')
    const done = await settled(visit())
    expect(sourceOf(done, 'viator')).toMatchObject({ state: 'answered', hasPayload: true })
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from outbound_calls where target = 'viator' and subject = ${`products ${chosenId}`}`.execute(
      db(),
    )
    expect(rows[0]?.n).toBe(1)
    const address = `${checks}/${done.id}/payloads/${sourceOf(done, 'viator').source}`
    const { payload } = (await admin.get(address)).body as { payload: string }
    expect(payload).toMatch(/^GET \/availability\/schedules\/30000P1\n200\n\n\{/)
    const reader = await server.signIn('read-only')
    expect([(await reader.get(`${checks}/${done.id}`)).status, (await reader.get(address)).status]).toEqual([200, 403])
    expect((await admin.get(`${checks}/${done.id}/payloads/other`)).status).toBe(404)
  })

  it.each([
    ['90503P1', 'Viator didn’t answer. Retry in a few minutes.'],
    [
      '90901P1',
      'Viator sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Viator if it happens again.',
    ],
    [
      '90903P1',
      'Viator sent an answer we can’t read: it is a web page, not data. Nothing was changed. Retry, and report it to Viator if it happens again.',
    ],
    ['90404P1', 'Viator has no product with this code. Check it for typos.'],
  ])('says of a simulator that misbehaves (%s): %s', async (code, reason) => {
    await sell(chosenId, 'viator', code)
    const done = await settled(visit())
    expect(sourceOf(done, 'viator')).toMatchObject({ state: 'failed', reason })
  })
})
