import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { NoticeLanguage } from './notice.endpoints.ts'
import {
  admin,
  changesOf,
  data,
  decide,
  letters,
  move,
  performance,
  read,
  run,
  sell,
  serveNotices,
  server,
  tell,
  textsOf,
} from './testing/notified-buyers.server.ts'

serveNotices()

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
    expect(rows).toEqual([{ detail: 'Notified by email: Giselle: nueva fecha u hora' }])
    const {
      rows: [trace],
    } = await run(
      sql`select action, after from audit_log where object = 'performances' and record_id = ${String(sold.id)} order by id desc limit 1`,
    )
    expect(trace).toEqual({ action: 'customers-notified', after: { purchases: 2 } })
  })

  it('are a count and an invented customer to staff who can’t see purchases', async () => {
    const sold = await performance()
    await sell(sold, { customerName: 'Ana López', customerEmail: 'zoe.lopez@example.com' })
    const changes = await move(sold.id, '2098-12-08')
    const editor = await server.signIn('catalogue-editor')
    const seen = await read(changes, editor)
    const full = await read(changes)
    const [{ sample: own }, { sample }] = [full.languages[0], seen.languages[0]] as [NoticeLanguage, NoticeLanguage]
    expect([own.to, own.values['name']]).toEqual(['z•••@example.com', 'Ana López'])
    expect(seen.purchases).toBe(1)
    expect(sample).toEqual({
      to: 'a•••@example.com',
      values: { ...own.values, name: 'Ana García', reference: 'ABCD2345' },
    })
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

  it('get none once they were anonymised, and are not counted', async () => {
    const sold = await performance()
    const stays = await sell(sold)
    const forgotten = await sell(sold, { bookingStatus: 'completed' })
    const changes = await move(sold.id, '2098-05-02')
    await run(sql`update purchases set customer_email = 'customer-1@anonymised.invalid' where id = ${forgotten}`)
    const found = await read(changes)
    expect(found.purchases).toBe(1)
    expect((await decide(changes, 'now', textsOf(found))).body).toEqual({ purchases: 1 })
    await tell()
    expect([(await letters(stays)).length, (await letters(forgotten)).length]).toEqual([1, 0])
    expect(await changesOf(sold.id)).toMatchObject([{ state: 'sent', purchases: 2, told: 1 }])
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
    expect(rows.map(({ action }) => action)).toEqual([
      'rescheduled',
      'customers-notified-later',
      'customers-not-notified',
    ])
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
      texts: 'No message in this language: French.',
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
