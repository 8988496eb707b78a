import { describe, expect, it } from 'vitest'
import { filledIn, startFor, unknownWords } from './notice-texts.ts'
import {
  admin,
  changesOf,
  data,
  decide,
  letters,
  move,
  performance,
  read,
  sell,
  serveNotices,
  server,
  tell,
  textsOf,
} from './testing/notified-buyers.server.ts'

serveNotices()

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
