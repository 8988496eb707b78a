import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { unnamedDigits } from './importing/draft-money.server.ts'
import type { ProductDraft } from './importing/product-draft.ts'
import { leadUnit } from './importing/product-draft.ts'
import type { SyncStage } from './testing/sync-stage.server.ts'
import { scripted, startSyncStage } from './testing/sync-stage.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

let stage: SyncStage
beforeAll(async () => {
  stage = await startSyncStage('sync-quarantine', inject('postgresUrl'))
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
})
afterAll(() => stage?.server.stop())

const codes = Array.from({ length: 8 }, (_, n) => String(970_100 + n))
const [first = '', , third = ''] = codes

describe('a delta that changes too much', () => {
  const title = (code: string) => `Broken ${code}`
  const broken = () =>
    Object.fromEntries(codes.slice(2).map((code) => [code, stage.changed(code, { title: title(code) })]))

  it('waits as a whole, changes nothing, and is not asked about twice', async () => {
    const before = await stage.openDrifts()
    stage.say({ '': stage.page(codes) }, broken())
    // What a run says of itself, besides that it succeeded.
    expect(await stage.run()).toEqual({ listed: 8, held: 1 })
    await stage.run()
    expect(await stage.openDrifts()).toEqual(before)
    const { quarantined } = await stage.sync()
    expect(quarantined).toMatchObject([{ products: 8, texts: 6, prices: 0, gone: 0, changed: 6 }])
    // What is read every few seconds has no drafts. Who decides can read every change, not the first few.
    expect(quarantined[0]).not.toHaveProperty('examples')
    const path = `/rest/data/product-codes-tiqets/sync/${quarantined[0]?.['id']}`
    const { body } = await stage.admin.get(path)
    expect(body).toHaveLength(6)
    expect(body).toContainEqual(expect.objectContaining({ newTitle: title(third), isGone: false }))
    expect((await stage.admin.get(path.replace('tiqets', 'globick'))).status).toBe(404)
    expect((await (await stage.server.signIn('no-access')).get(path)).status).toBe(403)
  })

  it('is rejected by one press, once', async () => {
    const [delta] = (await stage.sync()).quarantined
    const reject = () => stage.admin.patch('/rest/data/product-codes-tiqets/sync', { rejectedId: delta?.['id'] })
    expect(
      (await (await stage.server.signIn('no-access')).patch('/rest/data/product-codes-tiqets/sync', {})).status,
    ).toBe(403)
    expect(await reject()).toMatchObject({ status: 200, body: { quarantined: [] } })
    expect((await stage.admin.get(`/rest/data/product-codes-tiqets/sync/${delta?.['id']}`)).status).toBe(404)
    expect(await reject()).toMatchObject({ status: 409, body: { message: 'These changes have been decided already.' } })
    stage.say({ '': stage.page(codes) }, broken())
    await stage.run()
    expect((await stage.sync()).quarantined, 'the same again is no news').toEqual([])
  })

  it('has the prices of products of which no currency is named in that of the product', async () => {
    const priced = (draft: ProductDraft, factor: number): ProductDraft => ({
      ...draft,
      units: draft.units.map((unit) => ({ ...unit, net: unit.net * factor, retail: unit.retail * factor })),
    })
    // Euros have two digits.
    const unnamed = (draft: ProductDraft) => ({ ...priced(draft, 10 ** (unnamedDigits - 2)), currency: '' })
    for (const code of codes)
      await sql`update product_codes_tiqets set draft = ${JSON.stringify(unnamed(stage.draftFor(code)))}::jsonb where code = ${code}`.execute(
        stage.db,
      )
    const held = async () => {
      const [delta] = (await stage.sync()).quarantined
      const { body } = await stage.admin.get(`/rest/data/product-codes-tiqets/sync/${delta?.['id']}`)
      await stage.admin.patch('/rest/data/product-codes-tiqets/sync', { rejectedId: delta?.['id'] })
      return { delta, changes: body }
    }
    const some = codes.slice(2)
    const nets = new Map(some.map((code) => [code, leadUnit(stage.draftFor(code))?.net ?? 0]))
    // The supplier now names the currency: prices are what they were.
    stage.say(
      { '': stage.page(codes) },
      Object.fromEntries(some.map((code) => [code, stage.changed(code, { title: `Named ${code}` })])),
    )
    await stage.run()
    const named = await held()
    expect(named.delta).toMatchObject({ prices: 0, texts: 6 })
    for (const [code, net] of nets)
      expect(named.changes).toContainEqual(
        expect.objectContaining({ newTitle: `Named ${code}`, net, newNet: net, currency: 'EUR' }),
      )
    // It names none, and doubles its prices.
    const doubled = (code: string) => unnamed(priced(stage.changed(code, { title: `Doubled ${code}` }), 2))
    stage.say({ '': stage.page(codes) }, Object.fromEntries(some.map((code) => [code, doubled(code)])))
    await stage.run()
    const dearer = await held()
    expect(dearer.delta).toMatchObject({ prices: 6 })
    for (const [code, net] of nets)
      expect(dearer.changes).toContainEqual(
        expect.objectContaining({ newTitle: `Doubled ${code}`, net, newNet: net * 2, currency: 'EUR' }),
      )
  })

  it('is applied by one press, as it was fetched, unless a newer word has come', async () => {
    const dearer = (code: string) =>
      stage.changed(code, {
        units: stage.draftFor(code).units.map((unit) => ({
          ...unit,
          net: unit.net * 10,
          retail: unit.retail * 10,
        })),
      })
    stage.say({ '': stage.page(codes) }, Object.fromEntries(codes.slice(2).map((code) => [code, dearer(code)])))
    await stage.run()
    const [delta] = (await stage.sync()).quarantined
    expect(delta).toMatchObject({ prices: 6, texts: 0 })
    stage.say({ '': stage.page([third]) }, { [third]: stage.changed(third, { description: 'Newer' }) })
    await stage.run()
    expect(
      (await stage.admin.patch('/rest/data/product-codes-tiqets/sync', { releasedId: delta?.['id'] })).status,
    ).toBe(200)
    stage.say({ '': stage.page([]) })
    await stage.run()
    const drifts = (await stage.openDrifts()).filter(({ field }) => field === 'netFrom')
    expect(drifts.map(({ code }) => code)).toEqual(codes.slice(3))
  })

  it('is measured against a share that staff set', async () => {
    expect(await stage.admin.patch('/rest/data/product-codes-tiqets/sync', { quarantineShare: 50 })).toMatchObject({
      status: 422,
      body: { fields: { quarantineShare: 'Enter 1 to 100 percent.' } },
    })
    await stage.admin.patch('/rest/data/product-codes-tiqets/sync', { quarantineShare: 10_000 })
    stage.say(
      { '': stage.page(codes) },
      Object.fromEntries(codes.map((code) => [code, stage.changed(code, { title: `Newest ${code}` })])),
    )
    await stage.run()
    expect((await stage.sync()).quarantined).toEqual([])
    expect((await stage.openDrifts()).filter(({ theirs }) => String(theirs).startsWith('Newest'))).toHaveLength(8)
  })

  it('is also one that ends most products', async () => {
    await stage.admin.patch('/rest/data/product-codes-tiqets/sync', { quarantineShare: 2_000 })
    const gone = Object.fromEntries(codes.map((code) => [code, { kind: 'not_found' } as const]))
    stage.say({ '': stage.page([], { present: [] }) }, gone)
    await stage.run()
    expect((await stage.sync()).quarantined).toMatchObject([{ gone: 8 }])
    expect(await stage.product(first)).toMatchObject({ status: 'live' })
  })
})
