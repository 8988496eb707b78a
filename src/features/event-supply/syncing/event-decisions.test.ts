import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import { events, goods, listings, ours, rowsOf, run, server, serveEventSync } from '../testing/event-stage.server.ts'
import { provider, says, theirEvent } from '../testing/scripted-feed.server.ts'
import type { ProviderEvents } from './provider-events.endpoints.ts'

serveEventSync('event_decisions')

describe('decisions about events', () => {
  const path = `/rest/data/event-providers/${provider}/events`
  const decide = async (client: Client, input: object) => await client.post(`${path}/decide`, input)
  const idOf = async (code: string) => (await events()).find((one) => one['code'] === code)?.['id'] as number

  it('match a suggestion for good, and a reset gives it back to the sync', async () => {
    says.pages.set('', { events: [{ ...ours, localTime: '15:00' }], next: null })
    await run()
    const admin = await server.signIn('admin')
    const reader = await server.signIn('read-only')
    const input = { ids: [await idOf('e1')], decision: 'match' }
    expect((await decide(reader, input)).status).toBe(403)
    expect((await decide(admin, input)).body).toEqual({ changed: 1 })
    await run()
    expect(await events()).toMatchObject([{ state: 'matched', method: 'manual', is_locked: true, listings: 2 }])
    expect(((await admin.get(path)).body as ProviderEvents).events).toMatchObject([
      { code: 'e1', performance: { id: goods.performanceId }, isLocked: true },
    ])
    expect((await decide(admin, { ...input, decision: 'reset' })).body).toEqual({ changed: 1 })
    expect((await listings()).map(({ is_open: open }) => open)).toEqual([false, false])
    await run()
    expect(await events()).toMatchObject([{ state: 'suggested', is_locked: false }])
  })

  it('ignore an event, which the sync does not match again', async () => {
    await run()
    const admin = await server.signIn('admin')
    await decide(admin, { ids: [await idOf('e1')], decision: 'ignore' })
    await run()
    expect(await events()).toMatchObject([{ state: 'ignored', is_locked: true }])
    expect((await listings()).map(({ is_open: open }) => open)).toEqual([false, false])
    expect(await rowsOf(sql`select provider_codes from performances where id = ${goods.performanceId}`)).toEqual([
      { provider_codes: [] },
    ])
  })

  it('give a performance to one event only', async () => {
    says.pages.set('', { events: [ours, theirEvent('e2')], next: null })
    await run()
    const admin = await server.signIn('admin')
    const reply = await decide(admin, {
      ids: [await idOf('e2')],
      decision: 'match',
      performanceId: goods.performanceId,
    })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { fields: { performanceId: expect.stringContaining(ours.name) as unknown } },
    ])
  })
})
