import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { SyncStage } from './testing/sync-stage.server.ts'
import { scripted, startSyncStage } from './testing/sync-stage.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

type Row = Readonly<Record<string, unknown>>

let stage: SyncStage
beforeAll(async () => {
  stage = await startSyncStage('supplier-sync', inject('postgresUrl'))
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
})
afterAll(() => stage?.server.stop())

const codes = Array.from({ length: 8 }, (_, n) => String(970_100 + n))
const [first = '', second = '', third = ''] = codes

const cursor = async () =>
  (await sql<{ cursor: string | null }>`select cursor from supplier_syncs where supplier = 'tiqets'`.execute(stage.db))
    .rows[0]?.cursor

const inSpanish = async (path: string) =>
  (await stage.admin.get(`/rest/data/${path}`, {}, { 'accept-language': 'es' })).body

describe('the sync with a supplier', () => {
  it('changes nothing where nothing has changed, however often a page comes', async () => {
    stage.say({ '': stage.page([...codes, first, '999']) })
    await stage.run()
    const before = (await sql<Row>`select id, title, version, net_from from products order by id`.execute(stage.db))
      .rows
    await stage.run()
    expect(stage.asked.filter((one) => one === first)).toHaveLength(2)
    expect(
      (await sql<Row>`select id, title, version, net_from from products order by id`.execute(stage.db)).rows,
    ).toEqual(before)
    expect(await stage.openDrifts()).toEqual([])
    expect(await stage.sync()).toMatchObject({
      products: 8,
      gone: 0,
      failed: 0,
      waiting: 0,
      problem: null,
      quarantined: [],
    })
  })

  it('leaves what changed in the drift inbox, and what staff have overridden as it is', async () => {
    const { id } = await stage.product(second)
    await sql`update products set overrides = '{title}' where id = ${id}`.execute(stage.db)
    await sql`update products set title = 'Ours' where id = ${id}`.execute(stage.db)
    stage.say(
      { '': stage.page([first, second]) },
      {
        [first]: stage.changed(first, { description: 'Now with a guide' }),
        [second]: stage.changed(second, { title: 'Theirs', description: 'Another text' }),
      },
    )
    await stage.run()
    expect(await stage.product(second)).toMatchObject({ title: 'Ours' })
    expect(await stage.openDrifts()).toEqual([
      { code: first, field: 'description', theirs: 'Now with a guide' },
      { code: second, field: 'description', theirs: 'Another text' },
      { code: second, field: 'title', theirs: 'Theirs' },
    ])
    const before = await sql<Row>`select * from product_syncs order by id`.execute(stage.db)
    await stage.run()
    expect((await sql<Row>`select * from product_syncs order by id`.execute(stage.db)).rows).toEqual(before.rows)
  })

  it('takes no place as another one by digits that a product does not keep', async () => {
    const { latitude, longitude } = stage.draftFor(third)
    if (latitude === null || longitude === null) throw new Error('It says no place.')
    const moved = (by: number) =>
      stage.say({ '': stage.page([third]) }, { [third]: stage.changed(third, { latitude, longitude: longitude + by }) })
    const places = async () => (await stage.openDrifts()).filter(({ field }) => field === 'longitude')
    moved(0.0000001)
    await stage.run()
    expect(await places()).toEqual([])
    moved(0.00001)
    await stage.run()
    expect(await places()).toHaveLength(1)
    moved(0)
    await stage.run()
    expect(await places()).toEqual([])
  })

  it('passes on whether search engines can index the texts', async () => {
    for (const isNoIndex of [true, false]) {
      stage.say({ '': stage.page([third]) }, isNoIndex ? { [third]: stage.changed(third, { isNoIndex }) } : {})
      await stage.run()
      expect(await stage.product(third)).toMatchObject({ is_no_index: isNoIndex })
    }
  })

  it('goes on with the page where it stopped, and loses none', async () => {
    stage.say({
      '': stage.page([first], { nextCursor: '2', done: false }),
      '2': { kind: 'invalid', detail: { text: 'it is incomplete or damaged' } },
    })
    await expect(stage.run()).rejects.toThrow('Tiqets sent an answer we can’t read: it is incomplete or damaged')
    expect(await cursor()).toBe('2')
    expect(await stage.sync()).toMatchObject({
      problem:
        'Tiqets sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. We’ll try again automatically. Report it to Tiqets if it keeps happening.',
    })
    expect(await inSpanish('product-codes-tiqets/sync')).toMatchObject({
      problem: expect.stringContaining('no podemos leer: está incompleta o dañada. No se ha cambiado nada.') as unknown,
    })
    expect(stage.asked).toEqual(['list ', 'list 2'])
    // The process is gone, and its hold of the sync with it.
    stage.say({ '2': stage.page([third, first], { nextCursor: null }) })
    await stage.run()
    expect(stage.asked).toEqual(['list 2', first, third])
    expect([await cursor(), (await stage.sync())['problem']]).toEqual([null, null])
  })

  it('fails its run where the supplier refuses our key, and asks for the same products once it is right', async () => {
    stage.say({ '': stage.page([first, third]) }, { [first]: { kind: 'auth' } })
    const reason = 'Tiqets refused our key. Check it in the connection settings, then retry.'
    await expect(stage.run()).rejects.toThrow(reason)
    expect(await stage.sync()).toMatchObject({ problem: reason, waiting: 2, isRunning: false })
    stage.say({})
    await stage.run()
    expect(stage.asked).toEqual([first, third])
  })

  it('goes on with the products of a run that was stopped', async () => {
    const stop = new AbortController()
    stage.say({ '': stage.page([first, second, third]) })
    stage.says.products.get = (code) => {
      if (code === second) stop.abort()
      return stage.draftFor(code)
    }
    await stage.run(stop.signal)
    stage.say({})
    await stage.run()
    expect(stage.asked).not.toContain('list ')
    expect(stage.asked).toEqual([third])
  })

  it('stops where a list leads in a circle, and says so', async () => {
    stage.say({
      '': stage.page([first], { nextCursor: '2', done: false }),
      '2': stage.page([second], { nextCursor: '3', done: false }),
      '3': stage.page([third], { nextCursor: '2', done: false }),
    })
    await stage.run()
    expect(stage.asked).toEqual(['list ', 'list 2', 'list 3', first, second, third])
    expect(await stage.sync()).toMatchObject({ problem: 'Tiqets sends the same page of its list again and again.' })
    await sql`update supplier_syncs set cursor = null`.execute(stage.db)
  })

  it('waits for a supplier that is busy, and gives up after some tries', async () => {
    stage.say({ '': stage.page([first, third]) }, { [third]: { kind: 'rate_limited', retryAfter: 1_000 } })
    await stage.run()
    expect(await stage.sync()).toMatchObject({ waiting: 1, failed: 0 })
    stage.asked.length = 0
    await stage.run()
    expect(stage.asked, 'not before its time, and no list before it is settled').toEqual([])
    for (let n = 0; n < 4; n++) {
      await sql`update supplier_changes set next_try_at = now() where state = 'waiting'`.execute(stage.db)
      await stage.run()
    }
    expect(await stage.sync()).toMatchObject({ waiting: 0, failed: 1 })
    expect(await stage.product(third)).toMatchObject({ sync_status: 'failed', status: 'live' })
    // What failed is asked about again, though no list names it.
    stage.say({ '': stage.page([]) })
    await stage.run()
    expect(await stage.product(third)).toMatchObject({ sync_status: 'synced' })
  })

  it('keeps the price of a product that comes without one', async () => {
    const { net_from: net } = await stage.product(third)
    const units = stage.draftFor(third).units.map((unit) => ({ ...unit, net: 0, retail: 0 }))
    stage.say({ '': stage.page([third]) }, { [third]: stage.changed(third, { units }) })
    await stage.run()
    await stage.run()
    expect(await stage.product(third)).toMatchObject({ net_from: net, sync_status: 'failed' })
    const { rows } = await sql<Row>`
      select message from product_syncs s join products p on p.id = s.product_id where p.supplier_code = ${third} and kind = 'failed'
      and message like 'None%'`.execute(stage.db)
    expect(rows, 'once, however often it comes').toEqual([
      { message: 'None of its units has a price. Retry once the supplier has set one.' },
    ])
    const { id } = await stage.product(third)
    const { entries } = (await inSpanish(`products/${id}/sync-log`)) as { entries: { message: string }[] }
    expect(entries[0]?.message).toBe(
      'Ninguna de sus unidades tiene precio. Vuelva a intentarlo cuando el proveedor lo haya fijado.',
    )
  })

  it('sets aside a change that cannot be written, and goes on with the others', async () => {
    stage.say(
      { '': stage.page([first, third]) },
      {
        [first]: stage.changed(first, { locale: 'far too long for a language' }),
        [third]: stage.changed(third, { description: 'After a failure' }),
      },
    )
    await sql`
      insert into product_drift_rules (name, field) values ('Languages', 'locale')`.execute(stage.db)
    await stage.run()
    expect(await stage.product(first)).toMatchObject({ sync_status: 'failed', locale: 'en' })
    expect(await stage.openDrifts()).toContainEqual({ code: third, field: 'description', theirs: 'After a failure' })
    await sql`delete from product_drift_rules`.execute(stage.db)
  })

  it('suspends what its supplier ends, in the list or by the time that it is fetched, and brings it back', async () => {
    stage.say(
      {
        '': {
          items: [
            { code: first, isGone: false },
            { code: second, isGone: true },
          ],
          nextCursor: null,
          done: true,
        },
      },
      { [first]: { kind: 'gone' }, [third]: stage.draftFor(third) },
    )
    await stage.run()
    for (const code of [first, second])
      expect(await stage.product(code)).toMatchObject({
        status: 'suspended',
        suspended_because: 'supplier_off',
        note: 'Tiqets no longer sells this product.',
      })
    const id = Number((await stage.product(first)).id)
    expect((await stage.admin.get(`/rest/data/products/${id}/supplier-sync`)).body).toMatchObject({
      sync: { supplier: 'Tiqets', note: 'Tiqets no longer sells this product.', goneAt: expect.any(String) },
    })
    const { rows } = await sql<Row>`
      select actor_kind, reason from audit_log where object = 'products' and record_id = ${String(id)} and action = 'suspend'`.execute(
      stage.db,
    )
    expect(rows).toEqual([{ actor_kind: 'system', reason: 'Tiqets no longer sells this product.' }])
    // Staff have suspended the other one in between: that is theirs to undo.
    await sql`update products set suspended_because = 'quality' where supplier_code = ${second}`.execute(stage.db)
    stage.say({ '': stage.page([first, second]) })
    await stage.run()
    expect(await stage.product(first)).toMatchObject({
      status: 'live',
      suspended_because: null,
      gone_at: null,
      sync_status: 'synced',
    })
    expect(await stage.product(second)).toMatchObject({
      status: 'suspended',
      suspended_because: 'quality',
      gone_at: null,
    })
    await sql`update products set status = 'live', suspended_because = null where supplier_code = ${second}`.execute(
      stage.db,
    )
  })

  it('asks for what a list of everything lacks, and suspends what is not there', async () => {
    const rest = codes.slice(2)
    stage.say({ '': stage.page(rest, { present: rest }) }, { [first]: { kind: 'not_found' } })
    await stage.run()
    expect(stage.asked.slice(0, 1)).toEqual(['list '])
    expect(stage.asked).toEqual(expect.arrayContaining([first, second]))
    expect(await stage.product(first)).toMatchObject({
      status: 'suspended',
      note: 'Tiqets has no product with this code.',
    })
    expect(await stage.product(second)).toMatchObject({ status: 'live' })
    stage.say({ '': stage.page(codes, { present: codes }) })
    await stage.run()
    expect(await stage.product(first)).toMatchObject({ status: 'live' })
  })
})
