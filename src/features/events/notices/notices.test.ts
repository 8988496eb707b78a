import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { NoticeLanguage, ScheduleChange } from './notice.endpoints.ts'
import { filledIn, startFor, unknownWords } from './notice-texts.ts'

let server: TestServer
let admin: Client
let records: Maker
const data = '/rest/data'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'notices' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

async function performance(name = 'Giselle'): Promise<{ id: number; eventId: number }> {
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
const sell = ({ id, eventId }: { id: number; eventId: number }, values: object = {}) =>
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
async function move(
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
const read = async (changes: readonly number[]) =>
  (await admin.get(`${data}/performances/notices`, { changes: changes.join() })).body as {
    purchases: number
    performances: number
    languages: NoticeLanguage[]
  }
const decide = (changes: readonly number[], decision: string, texts?: readonly object[], who = admin) =>
  who.post(`${data}/performances/notices`, { changes, decision, ...(texts && { texts }) })
const textsOf = ({ languages }: { languages: readonly NoticeLanguage[] }) =>
  languages.map(({ locale, subject, text }) => ({ locale, subject, text }))
const changesOf = async (id: number) =>
  ((await admin.get(`${data}/performances/${id}/changes`)).body as { changes: ScheduleChange[] }).changes
const tell = () => server.runJob('tell-customers')
const run = <T>(query: { execute(db: never): Promise<T> }) => query.execute(server.database.kysely as never)
async function letters(purchase: number): Promise<{ subject: string; text: string; locale: string }[]> {
  const { rows } = await run(sql<{ subject: string; text: string; locale: string }>`
    select m.subject, (select string_agg(p, E'\n\n') from jsonb_array_elements_text(m.content -> 'paragraphs') p) as text, m.locale
    from messages m join purchases u on u.customer_email = m.recipient where u.id = ${purchase} and m.template = 'schedule-change' order by m.id`)
  return rows
}

describe('those who bought a performance that was moved', () => {
  it('get one message each in their language, with the start before and after in venue time', async () => {
    const sold = await performance()
    const [ana, tom, gone] = [
      await sell(sold, { customerLocale: 'es', customerName: 'Ana', customerEmail: 'ana.lopez@example.com' }),
      await sell(sold),
      await sell(sold, { bookingStatus: 'cancelled' }),
    ]
    const changes = await move(sold.id, '2098-12-08', '20:30')
    expect(changes).toHaveLength(1)
    const found = await read(changes)
    expect([
      found.purchases,
      found.performances,
      found.languages.map(({ locale, purchases }) => [locale, purchases]).toSorted(),
    ]).toEqual([
      2,
      1,
      [
        ['en', 1],
        ['es', 1],
      ],
    ])
    const spanish = found.languages.find(({ locale }) => locale === 'es')
    expect(spanish).toMatchObject({
      isTranslated: true,
      sample: {
        to: 'a•••@example.com',
        values: {
          name: 'Ana',
          event: 'Giselle',
          before: 'jueves, 1 de mayo de 2098, 20:00 CEST',
          after: 'lunes, 8 de diciembre de 2098, 20:30 CET',
          reason: 'The singer is ill',
        },
      },
    })
    expect(JSON.stringify(found)).not.toContain('ana.lopez')
    expect((await decide(changes, 'now', textsOf(found))).body).toEqual({ purchases: 2 })
    await tell()
    await tell()
    expect(await letters(gone)).toEqual([])
    expect(await letters(tom)).toHaveLength(1)
    const [letter, ...more] = await letters(ana)
    expect([more, letter?.subject, letter?.locale]).toEqual([[], 'Giselle: nueva fecha u hora', 'es'])
    expect(letter?.text).toContain('Hola, Ana:\n\nGiselle en')
    expect(letter?.text).toContain(
      'Hasta ahora: jueves, 1 de mayo de 2098, 20:00 CEST\nAhora: lunes, 8 de diciembre de 2098, 20:30 CET',
    )
    expect(await changesOf(sold.id)).toMatchObject([{ kind: 'moved', state: 'sent', purchases: 2, told: 2 }])
    const { rows } = await run(
      sql`select detail from purchase_events where purchase_id = ${ana} order by id desc limit 1`,
    )
    expect(rows).toEqual([{ detail: 'Notified by e-mail: Giselle: nueva fecha u hora' }])
    const {
      rows: [trace],
    } = await run(
      sql`select action, after from audit_log where object = 'performances' and record_id = ${String(sold.id)} order by id desc limit 1`,
    )
    expect(trace).toEqual({ action: 'customers-told', after: { purchases: 2 } })
  })

  it('get one message, however many decide and send at the same moment', async () => {
    const sold = await performance()
    const buyersOf = await Promise.all(Array.from({ length: 12 }, () => sell(sold)))
    const changes = await move(sold.id, '2098-05-02')
    const texts = textsOf(await read(changes))
    const replies = await Promise.all(Array.from({ length: 6 }, () => decide(changes, 'now', texts)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    await Promise.all(Array.from({ length: 6 }, tell))
    await tell()
    for (const id of buyersOf) expect(await letters(id)).toHaveLength(1)
    expect((await decide(changes, 'now', texts)).status).toBe(409)
    await expect(
      run(sql`update schedule_notices set notified_at = null where change_id = ${changes[0]}`),
    ).rejects.toThrow('was already notified')
    await expect(
      run(
        sql`insert into schedule_notices (change_id, purchase_id, known_date) values (${changes[0]}, ${buyersOf[0]}, '2098-01-01')`,
      ),
    ).rejects.toThrow('schedule_notices_pkey')
  })

  it('get it later or not at all, and the performance stays listed until someone has decided', async () => {
    const sold = await performance()
    await sell(sold)
    const changes = await move(sold.id, '2098-05-03')
    const toNotify = async () =>
      ((await admin.get(`${data}/performances`, { filter: { needsNotice: true, id: [sold.id] } })).body as unknown[])
        .length
    expect((await decide(changes, 'later')).status).toBe(200)
    expect([await toNotify(), (await changesOf(sold.id))[0]?.state]).toEqual([1, 'open'])
    expect((await decide(changes, 'never')).status).toBe(200)
    expect([await toNotify(), (await decide(changes, 'never')).status]).toEqual([0, 409])
    const { rows } = await run(
      sql<{
        action: string
      }>`select action from audit_log where object = 'performances' and record_id = ${String(sold.id)} order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['rescheduled', 'customers-told-later', 'customers-not-told'])
    expect(
      (
        await run(
          sql`select from messages m join purchases u on u.customer_email = m.recipient where u.performance_id = ${sold.id}`,
        )
      ).rows,
    ).toEqual([])
  })

  it('who have no message about one move get one about the next with the start that they know, and none once it is back', async () => {
    const sold = await performance()
    const first = await sell(sold)
    const [before] = await move(sold.id, '2098-05-04')
    const late = await sell(sold)
    const [after] = await move(sold.id, '2098-05-05')
    expect((await changesOf(sold.id)).map(({ id, state }) => [id, state])).toEqual([
      [after, 'open'],
      [before, 'superseded'],
    ])
    expect((await decide([Number(before)], 'later')).status).toBe(409)
    const { rows } = await run(
      sql`select purchase_id as id, known_date as known from schedule_notices where change_id = ${after} order by 1`,
    )
    expect(rows).toEqual([
      { id: first, known: '2098-05-01' },
      { id: late, known: '2098-05-04' },
    ])
    const back = await move(sold.id, '2098-05-01')
    expect((await run(sql`select purchase_id as id from schedule_notices where change_id = ${back[0]}`)).rows).toEqual([
      { id: late },
    ])
    expect(await move(sold.id, '2098-05-04')).toHaveLength(1)
  })

  it('are not written to where a language is missing or a word in braces means nothing', async () => {
    const sold = await performance()
    await sell(sold, { customerLocale: 'fr' })
    await sell(sold, { customerLocale: 'ja' })
    const changes = await move(sold.id, '2098-05-06')
    const found = await read(changes)
    expect(found.languages.find(({ locale }) => locale === 'ja')).toMatchObject({
      isTranslated: false,
      subject: '{event}: new date or time',
    })
    const fieldsOf = (reply: { body: unknown }) => (reply.body as { fields: Record<string, string> }).fields
    expect(fieldsOf(await decide(changes, 'now', [{ locale: 'ja', subject: 'x', text: 'y' }]))).toEqual({
      texts: 'There is no message in this language: French.',
    })
    expect(
      fieldsOf(
        await decide(
          changes,
          'now',
          textsOf(found).map((text) => ({ ...text, text: 'Hi {nmae} {{code}}' })),
        ),
      ),
    ).toMatchObject({ 'texts.0.text': expect.stringContaining('{nmae}') as unknown })
    expect((await decide(changes, 'now', [{ locale: 'fr', subject: ' ', text: '' }])).status).toBe(422)
    expect((await changesOf(sold.id))[0]?.state).toBe('open')
  })

  it('whose purchase has been cancelled since get no notice', async () => {
    const sold = await performance()
    const [stays, leaves] = [await sell(sold), await sell(sold)]
    const changes = await move(sold.id, '2098-05-07')
    await decide(changes, 'now', textsOf(await read(changes)))
    await run(sql`update purchases set booking_status = 'cancelled' where id = ${leaves}`)
    await tell()
    expect([(await letters(stays)).length, (await letters(leaves)).length]).toEqual([1, 0])
    expect(await changesOf(sold.id)).toMatchObject([{ state: 'sent', purchases: 2, told: 1 }])
  })
})

describe('buyers of a performance that is cancelled or postponed', () => {
  it('get a message, but no longer once that was undone', async () => {
    const sold = await performance('Swan Lake')
    const buyer = await sell(sold)
    const cancelOrPostpone = async (becomes: string) =>
      (
        (await admin.post(`${data}/performances/call-off`, { ids: [sold.id], becomes, reason: 'The hall has burnt' }))
          .body as { changes: number[] }
      ).changes
    const postponed = await cancelOrPostpone('postponed')
    expect((await read(postponed)).languages).toMatchObject([
      { subject: '{event} is postponed', sample: { values: { after: 'a day still to be decided' } } },
    ])
    const cancelled = await cancelOrPostpone('cancelled')
    await decide(cancelled, 'now', textsOf(await read(cancelled)))
    await tell()
    expect(await letters(buyer)).toMatchObject([{ subject: 'Swan Lake is cancelled' }])
    const other = await performance()
    await sell(other)
    const [id] = (
      (
        await admin.post(`${data}/performances/call-off`, {
          ids: [other.id],
          becomes: 'cancelled',
          reason: 'A mistake',
        })
      ).body as { changes: number[] }
    ).changes
    expect((await admin.patch(`${data}/performances/${other.id}`, { status: 'onsale' })).status).toBe(200)
    expect(await changesOf(other.id)).toMatchObject([{ id, state: 'superseded' }])
  })

  it('are sent only by people with write on performances', async () => {
    const sold = await performance()
    await sell(sold)
    const changes = await move(sold.id, '2098-05-08')
    expect((await decide(changes, 'never', undefined, await server.signIn('read-only'))).status).toBe(403)
    expect((await read(changes)).purchases).toBe(1)
  })
})

describe('the words of a message', () => {
  it('are filled in once, and what is filled in is nothing to be filled in', () => {
    const values = {
      name: '{reference}{{code}}',
      event: 'E',
      venue: 'V',
      before: 'B',
      after: 'A',
      reason: 'R',
      reference: 'ABC',
    }
    expect(filledIn('{name} {event} {nothing}', values)).toBe('referencecode E {nothing}')
    expect(unknownWords({ subject: '{event}', text: '{x} { {name}' })).toEqual(['{x}', '{'])
    expect(startFor('en', { localDate: '2098-06-01', localTime: null }, 'Europe/Madrid')).toBe(
      'Sunday, 1 June 2098, time to be announced',
    )
    expect(startFor('not a language', { localDate: '2098-06-01', localTime: '20:00' }, 'Europe/London')).toContain(
      '20:00',
    )
  })
})
