import { describe, expect, it } from 'vitest'
import type { Reply } from '../../core/testing/test-context.server.ts'
import { admin, away, home, match, records, serveMatches, server } from './testing/match-records.server.ts'

serveMatches()

describe('matches and the events that are sold for them', () => {
  const link = (ids: readonly number[], apply = true, who = admin) =>
    who.post('/rest/data/matches/links', { ids, apply })
  const results = (reply: Reply) =>
    (reply.body as { results: { id: number; ok: boolean; event: { id: number } | null; message?: string }[] }).results

  /** An event of both teams with a performance at a moment. */
  async function sold(startsAt: string, performerIds = [home, away]): Promise<number> {
    const eventId = await records.make('events', { name: 'Derby', performerIds, publication: 'draft' })
    const [localDate, localTime] = [startsAt.slice(0, 10), startsAt.slice(11, 16)]
    await records.make('performances', {
      eventId,
      timeZone: 'UTC',
      localDate,
      localTime,
      isTimeTba: false,
      isDateTbd: false,
      doorsTime: null,
      startsAt,
      status: 'onsale',
    })
    return eventId
  }

  it('are found by their teams and kickoff, shown first and then linked', async () => {
    const eventId = await sold('2037-02-07T16:00:00.000Z')
    await sold('2037-02-14T16:00:00.000Z', [home])
    const [one, other] = [await match({ localDate: '2037-02-07' }), await match({ localDate: '2037-02-14' })]
    expect(
      results(await link([one.id, other.id, 99_999_999], false)).map(({ ok, event, message }) => [
        ok,
        event?.id,
        message,
      ]),
    ).toEqual([
      [true, eventId, undefined],
      [false, undefined, 'No event with both teams has a performance then.'],
      [false, undefined, 'Match not found.'],
    ])
    expect((await admin.get(`/rest/data/matches/${one.id}`)).body).toMatchObject({ eventId: null, version: 1 })
    expect(results(await link([one.id, other.id])).map(({ ok }) => ok)).toEqual([true, false])
    expect((await admin.get(`/rest/data/matches/${one.id}`)).body).toMatchObject({ eventId, version: 2 })
    expect(results(await link([one.id]))[0]).toMatchObject({ ok: false, message: 'Already linked.' })
    const twin = await match({ localDate: '2037-02-07' })
    expect(results(await link([twin.id]))[0]).toMatchObject({ ok: false, message: 'Derby is linked to another match.' })
  })

  it('are left to people where several events fit, and one event goes to one match', async () => {
    await sold('2037-03-07T16:00:00.000Z')
    const [one, other] = [await match({ localDate: '2037-03-07' }), await match({ localDate: '2037-03-07' })]
    expect(results(await link([one.id, other.id], false)).map(({ ok, message }) => [ok, message])).toEqual([
      [true, undefined],
      [false, 'Derby is linked to another match.'],
    ])
    await sold('2037-03-07T15:30:00.000Z')
    expect(results(await link([one.id]))[0]).toMatchObject({
      ok: false,
      message: 'Several events fit: Derby, Derby. Choose one on the page of the match.',
    })
  })

  it('are linked with write on matches', async () => {
    const { id } = await match({ localDate: '2037-04-04' })
    for (const role of ['sales-agent', 'no-access'])
      expect([role, (await link([id], true, await server.signIn(role))).status]).toEqual([role, 403])
    for (const ids of [[], Array.from({ length: 10_000 }, (_, n) => n + 1)]) expect((await link(ids)).status).toBe(422)
  })
})
