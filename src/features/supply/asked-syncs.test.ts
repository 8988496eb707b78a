import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { SyncStage } from './testing/sync-stage.server.ts'
import { scripted, startSyncStage } from './testing/sync-stage.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

describe('a sync that staff ask for', () => {
  let stage: SyncStage
  const [first, second] = ['970100', '970101'] as const
  const run = (parameters: Readonly<Record<string, string>>) =>
    stage.run(undefined, parameters).then(({ products = 0 }) => products)

  beforeAll(async () => {
    stage = await startSyncStage('asked-syncs', inject('postgresUrl'))
    vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
    stage.say({ '': stage.page([]) })
    await stage.run()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await stage?.server.stop()
  })

  it('asks for one product by its code, and for nothing else', async () => {
    stage.say({ '': stage.page([second]) }, { [first]: stage.changed(first, { title: 'Renamed at the supplier' }) })
    expect(await run({ code: ` ${first} ` })).toBe(1)
    expect(stage.asked).toEqual([first])
    expect(await stage.openDrifts()).toContainEqual({ code: first, field: 'title', theirs: 'Renamed at the supplier' })
    // The list waits where it was.
    await stage.run()
    expect(stage.asked).toEqual([first, 'list ', second])
  })

  it('asks for all that were not synced since a day', async () => {
    stage.say({ '': stage.page([]) })
    await sql`update products set last_synced_at = '2020-02-02T12:00Z' where supplier_code = ${second}`.execute(
      stage.db,
    )
    expect(await run({ before: '2020-02-02' })).toBe(0)
    expect(await run({ before: '2020-02-03' })).toBe(1)
    expect(stage.asked).toEqual([second])
    expect(await run({ code: '999999' })).toBe(0)
  })

  it('goes first through what another run has left to apply', async () => {
    stage.say({ '': stage.page([second]) }, { [second]: stage.changed(second, { title: 'Second, renamed' }) })
    await sql`insert into supplier_deltas (supplier, state, measured_at) values ('tiqets', 'applying', now())`.execute(
      stage.db,
    )
    expect(await run({ code: second })).toBe(1)
    expect(await stage.openDrifts()).toContainEqual({ code: second, field: 'title', theirs: 'Second, renamed' })
  })

  it('fails where another run has the supplier in hand, so that it can be asked for again', async () => {
    await sql`update supplier_syncs set lease = gen_random_uuid(), lease_until = now() + interval '1 minute' where supplier = 'tiqets'`.execute(
      stage.db,
    )
    await expect(run({ code: first })).rejects.toThrow('Another sync of Tiqets is under way.')
    await sql`update supplier_syncs set lease = null, lease_until = null`.execute(stage.db)
  })

  it('is refused on the field that is wrong', async () => {
    const refused = async (parameters: object) =>
      ((await stage.admin.post('/rest/data/workers/sync-tiqets/run', { parameters })).body as { fields?: object })
        .fields
    expect(await refused({ code: 'nonsense' })).toEqual({ code: 'Codes look like 973698.' })
    expect(await refused({ code: first, before: '2026-01-01' })).toEqual({
      before: 'Enter a code or a day, not both.',
    })
    expect(await refused({ before: 'yesterday' })).toEqual({ before: 'Enter a date.' })
    const parameters = { code: first }
    expect((await stage.admin.post('/rest/data/workers/sync-tiqets/run', { parameters })).status).toBe(200)
    expect((await stage.admin.get('/rest/data/workers/sync-tiqets')).body).toMatchObject({ runs: [{ parameters }] })
  })
})
