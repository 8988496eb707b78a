import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { maxAtOnce, type MergePreview } from './merges.ts'
import { done } from './testing/merges.server.ts'
import { makePurchases } from '../../features/coupons/testing/coupons.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import {
  admin,
  catalogue,
  city,
  data,
  merge,
  next,
  run,
  serveMerges,
  server,
  undo,
  venue,
} from './testing/merged-places.server.ts'

serveMerges()

const citiesOf = async (...venues: number[]) =>
  (
    await run(
      sql<{ cityId: number }>`select city_id as "cityId" from venues where id = any(${venues}::bigint[]) order by id`,
    )
  ).rows.map(({ cityId }) => cityId)

describe('a merge of two cities', () => {
  it('says what it would move, moves it, answers to the old id, and goes back as it was', async () => {
    const [into, from] = [catalogue.cityId, await city()]
    const [one, two] = [await venue(from), await venue(from)]
    const own = await venue(into)
    const configuration = (
      await admin.post(`${data}/venues/${one}/configurations`, { name: 'Concert', layout: 'end_stage', capacity: 10 })
    ).body as { id: number }
    const coupon = (
      await admin.post(`${data}/coupons`, {
        code: `MERGE-${next()}`,
        name: 'In both',
        kind: 'percent',
        percent: 500,
        cityIds: [into, from],
        excludedCityIds: [],
      })
    ).body as { id: number }
    const other = (
      await admin.post(`${data}/coupons`, {
        code: `MERGE-${next()}`,
        name: 'In one',
        kind: 'percent',
        percent: 500,
        cityIds: [from],
      })
    ).body as { id: number }
    const before = (await admin.get(`${data}/cities/${from}`)).body

    const preview = (await admin.get(`${data}/cities/${into}/merge-preview`, { from: String(from) }))
      .body as MergePreview
    expect(preview).toMatchObject({ total: 4, obstacles: [] })
    expect(preview.moves.map(({ label, field, count }) => [label, field, count]).sort()).toEqual([
      ['Coupons', 'Cities', 2],
      ['Venues', 'City', 2],
    ])

    const made = done(await merge('cities', into, from))
    expect(made).toMatchObject({ status: 'merged', moved: 4, canUndo: true, duplicateId: from })
    expect(await citiesOf(one, two, own)).toEqual([into, into, into])
    const answered = await admin.get(`${data}/cities/${from}`)
    expect([answered.status, (answered.body as { id: number }).id, answered.headers.get('content-location')]).toEqual([
      200,
      into,
      `${data}/cities/${into}`,
    ])
    expect((await admin.get(`${data}/cities`, { filter: { id: [from] } })).body).toEqual([])
    expect((await admin.get(`${data}/venue-configurations/${configuration.id}`)).body).toMatchObject({ cityId: into })
    expect((await admin.get(`${data}/coupons/${coupon.id}`)).body).toMatchObject({ cityIds: [into] })
    expect((await admin.get(`${data}/coupons/${other.id}`)).body).toMatchObject({ cityIds: [into] })
    expect((await merge('cities', into, from)).status).toBe(422)

    // It is undone where it is shown, by people who can change that city.
    expect((await undo('cities', await city('Milano'), made)).status).toBe(404)
    expect(done(await undo('cities', into, made))).toMatchObject({ status: 'undone', canUndo: false })
    const back = (await admin.get(`${data}/cities/${from}`)).body as Record<string, unknown>
    expect(back).toEqual({ ...(before as object), version: 2 })
    expect(await citiesOf(one, two, own)).toEqual([from, from, into])
    expect(
      ((await admin.get(`${data}/coupons/${coupon.id}`)).body as { cityIds: number[] }).cityIds.toSorted(),
    ).toEqual([into, from].toSorted())
    expect((await admin.get(`${data}/coupons/${other.id}`)).body).toMatchObject({ cityIds: [from] })
    expect((await undo('cities', into, made)).status).toBe(409)
    const { rows } = await run(sql`select action from audit_log where object = 'cities' order by id desc limit 4`)
    expect(rows.map((row) => (row as { action: string }).action).toSorted()).toEqual([
      'merge',
      'merged-away',
      'undo-merge',
      'unmerged',
    ])
  })

  it('leaves what has been pointed elsewhere since where it is', async () => {
    const [into, from, third] = [await city(), await city(), await city()]
    const [one, two] = [await venue(from), await venue(from)]
    const made = done(await merge('cities', into, from))
    await run(sql`update venues set city_id = ${third} where id = ${two}`)
    done(await undo('cities', into, made))
    expect(await citiesOf(one, two)).toEqual([from, third])
  })

  it('is refused between countries, outside the limits of a permission, and with itself', async () => {
    const [into, from] = [await city(), await city()]
    await run(sql`
      insert into role_permissions (role_id, action, object, city_ids) select id, 'write', 'tags', array[${from}::bigint] from roles where name = 'read-only'`)
    const refused = await merge('cities', into, from)
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'The role Read-only is limited to it. Add this one to that role first.',
    ])
    await run(sql`delete from role_permissions where object = 'tags' and city_ids is not null`)
    expect((await merge('cities', into, into)).status).toBe(422)
    expect((await merge('cities', into, 999_999)).status).toBe(422)
    const {
      rows: [abroad],
    } = await run(sql<{ id: number }>`
      with country as (
        insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency)
        values ('FR', 'FRA', '250', 'France', 'france', (select min(id) from continents), '+33', 'EUR') returning id
      ) insert into cities (name, slug, country_id, latitude, longitude, time_zone) select 'Rome', 'rome-fr', id, 48.8, 2.3, 'Europe/Paris' from country returning id`)
    expect(await merge('cities', into, abroad?.id ?? 0)).toMatchObject({
      status: 409,
      body: { message: 'One is in Italy, the other in France.' },
    })
  })

  it('is kept to the cities that a person’s permission is limited to, both of them', async () => {
    const [into, from] = [await city(), await city()]
    await run(
      sql`delete from role_permissions where object = 'places' and role_id = (select id from roles where name = 'read-only')`,
    )
    await run(sql`
      insert into role_permissions (role_id, action, object, city_ids)
      select id, 'ui', 'places', null::bigint[] from roles where name = 'read-only'
      union all select id, 'write', 'places', array[${into}::bigint] from roles where name = 'read-only'`)
    const local = await server.signIn('read-only')
    expect((await local.post(`${data}/cities/${into}/merge`, { from })).status).toBe(403)
    await run(sql`delete from role_permissions where city_ids is not null`)
  })

  it.each([
    [maxAtOnce, 'merged'],
    [maxAtOnce + 1, 'moving'],
  ])('of %i rows has the status %s when the call answers', async (rows, status) => {
    const from = await city()
    await run(sql`
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity)
      select 'Hall', ${`edge-${next()}-`} || n, ${from}, 41.9, 12.5, 'Europe/Rome', 500 from generate_series(1, ${rows}::int) n`)
    expect(done(await merge('cities', catalogue.cityId, from)).status).toBe(status)
  })

  it('moves many by a job, page by page, and back', async () => {
    const [into, from] = [await city(), await city()]
    await run(sql`update products set city_id = ${from} where id = ${catalogue.productId}`)
    await makePurchases(server.database.kysely, 450)
    const made = done(await merge('cities', into, from))
    expect(made).toMatchObject({ status: 'moving', moved: 0 })
    expect((await undo('cities', into, made)).status).toBe(409)
    await server.runJob('move-merges')
    const count = async (id: number) =>
      (await run(sql<{ count: number }>`select count(*)::integer as count from purchases where city_id = ${id}`))
        .rows[0]?.count
    expect([await count(into), await count(from)]).toEqual([450, 0])
    expect((await admin.get(`${data}/cities/${into}/merges`)).body).toMatchObject({
      merges: [{ status: 'merged', moved: 451 }],
    })
    expect(done(await undo('cities', into, made)).status).toBe('undoing')
    await server.runJob('move-merges')
    expect([await count(into), await count(from)]).toEqual([0, 450])
    await run(sql`update products set city_id = ${catalogue.cityId} where id = ${catalogue.productId}`)
  })

  it('leads from an id that was merged twice to the last one, and cannot be undone after 30 days', async () => {
    const [first, second, third] = [await city(), await city(), await city()]
    done(await merge('cities', second, first))
    const made = done(await merge('cities', third, second))
    expect(((await admin.get(`${data}/cities/${first}`)).body as { id: number }).id).toBe(third)
    await run(sql`update merges set undo_until = now() - interval '1 minute' where id = ${made.id}`)
    expect((await undo('cities', third, made)).status).toBe(409)
  })

  it('keeps links to what was merged away whole, in the checks of texts and for who asks what links there', async () => {
    const [first, second, third, linking] = [await city(), await city(), await city(), await city()]
    const text = `<p>:::link|text=Here|element=c-${first}::: and :::link|text=There|element=c-999999:::</p>`
    await run(
      sql`update cities set publication = 'published', published_at = now() where id in (${first}, ${second}, ${third})`,
    )
    await run(sql`update cities set description = ${text} where id = ${linking}`)
    const alias = await maker(server.database.kysely, resources, examples).make('aliases', { longText: text })
    const broken = async () =>
      ((await admin.get(`${data}/aliases/${alias}`)).body as { brokenLinkCount: number }).brokenLinkCount
    const counted = async () => (await run(sql`select broken_links(${text}) as count`)).rows
    const verdict = async () =>
      (
        (await admin.get(`${data}/aliases/${alias}/links`)).body as {
          outgoing: { verdict: string; recordId: number }[]
        }
      ).outgoing.map((link) => [link.verdict, link.recordId])
    const linked = async (id: number) =>
      ((await admin.get(`${data}/cities/${id}/used-by`)).body as { links: { recordId: number }[] }).links
        .map(({ recordId }) => recordId)
        .toSorted()
    done(await merge('cities', second, first))
    const made = done(await merge('cities', third, second))
    expect([await broken(), await counted(), await verdict()]).toEqual([
      1,
      [{ count: 1 }],
      [
        ['missing', 999_999],
        ['redirected', third],
      ],
    ])
    // The editor’s own check asks by what the marker says.
    expect(
      (await admin.get(`${data}/search`, { records: `cities:${first},cities:${third},cities:999999` })).body,
    ).toMatchObject([
      {
        resource: 'cities',
        records: [
          { id: third, title: 'Roma' },
          { id: first, title: 'Roma' },
        ],
      },
    ])
    expect(await linked(third)).toEqual([linking, alias].toSorted())
    const preview = await admin.post(`${data}/cities/bulk-edits/preview`, { ids: [third], action: 'unpublish' })
    expect((preview.body as { leftAlone: { links: number } }).leftAlone.links).toBe(2)
    const replacement = await city()
    await run(sql`update cities set publication = 'published', published_at = now() where id = ${replacement}`)
    const takeDown = (reassignReferences: boolean) =>
      admin.post(`${data}/cities/${third}/unpublish`, { successorId: replacement, reassignReferences })
    expect((await takeDown(true)).status).toBe(200)
    const texts = (
      await run<{ text: string }>(
        sql`select description as text from cities where id = ${linking} union all select long_text from aliases where id = ${alias}`,
      )
    ).rows
    expect(texts.map((one) => one.text)).toEqual(
      Array.from({ length: 2 }, () => text.replace(`c-${first}:`, `c-${replacement}:`)),
    )
    await run(sql`update cities set description = ${text} where id = ${linking}`)
    await run(sql`update aliases set long_text = ${text} where id = ${alias}`)
    done(await undo('cities', third, made))
    expect([await linked(third), await linked(second)]).toEqual([[], [linking, alias].toSorted()])
  })

  it('makes a public address lead to the one that stays', async () => {
    const [into, from] = [await city(), await city()]
    await run(sql`update cities set publication = 'published', published_at = now() where id in (${into}, ${from})`)
    const { slug } = (await admin.get(`${data}/cities/${from}`)).body as { slug: string }
    const made = done(await merge('cities', into, from))
    const redirect = async () =>
      (await run(sql`select reason, target_id from redirects where path = ${`/${slug}/c-${from}`}`)).rows
    expect(await redirect()).toEqual([{ reason: 'replaced', target_id: into }])
    done(await undo('cities', into, made))
    expect(await redirect()).toEqual([])
  })
})
