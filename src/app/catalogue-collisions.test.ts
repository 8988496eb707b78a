import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  data,
  day,
  fixtures,
  ids,
  make,
  run,
  section,
  serveCatalogue,
  testContext,
} from './testing/catalogue-commands.server.ts'

serveCatalogue()

describe('commands that meet', () => {
  it('on one rule shift its window once each, none of them lost', async () => {
    const id = await make('rules', { validFrom: '2050-01-01T00:00:00.000Z', validUntil: null })
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => admin.post(`${data}/rules/shift-windows`, { ids: [id], days: 1 })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect((await admin.get(`${data}/rules/${id}`)).body).toMatchObject({
      validFrom: '2050-01-13T00:00:00.000Z',
      version: 13,
    })
  })

  it('with the same Idempotency-Key are done once; with another body the key is refused', async () => {
    const id = await make('rules', { validFrom: '2050-01-01T00:00:00.000Z', validUntil: null })
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const shift = (days: number) => admin.post(`${data}/rules/shift-windows`, { ids: [id], days }, headers)
    const replies = [await shift(1), await shift(1), await shift(1)]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await shift(2)).status).toBe(422)
    expect((await admin.get(`${data}/rules/${id}`)).body).toMatchObject({ validFrom: '2050-01-02T00:00:00.000Z' })
  })

  it('on one manifest succeed once: later ones learn that it has changed', async () => {
    const id = await make('venue-configurations', { venueId: ids['venue'] })
    const { version } = (await admin.get(`${data}/venue-configurations/${id}`)).body as { version: number }
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((code) =>
        admin.put(`${data}/venue-configurations/${id}/manifest`, { version, sections: [section(code)] }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412])
  })

  it('make the same performance once', async () => {
    const starts = [
      { localDate: day(300), localTime: '20:00' },
      { localDate: day(301), localTime: '20:00' },
    ]
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post(`${data}/events/${ids['event']}/performances`, { venueId: ids['venue'], starts, ...run }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { rows } =
      await sql`select from performances where event_id = ${ids['event']} and local_date in (${day(300)}, ${day(301)})`.execute(
        testContext.db,
      )
    expect(rows).toHaveLength(2)
  })

  it('import one file of fixtures at once without a team or a match too many', async () => {
    const body = {
      ...fixtures(),
      competition: 'Race',
      content: 'home,away,date,time\nElm Park,Oak Green,2036-08-02,15:00\nOak Green,Elm Park,2036-09-02,15:00',
    }
    const replies = await Promise.all(Array.from({ length: 5 }, () => admin.post(`${data}/matches/fixtures`, body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const {
      rows: [found],
    } =
      await sql`select (select count(*)::integer from performers where name in ('Elm Park', 'Oak Green')) as teams, (select count(*)::integer from matches where competition = 'Race') as matches`.execute(
        testContext.db,
      )
    expect(found).toEqual({ teams: 2, matches: 2 })
  })
})
