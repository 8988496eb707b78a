import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../core/testing/http-caller.server.ts'
import { makeStaff } from '../staff/people/testing/staff.server.ts'
import type { Counted, Translator, Unit } from './queue.endpoints.ts'
import { progressOf } from './counts.ts'
import { weighTexts } from './translation-values.server.ts'
import {
  type Row,
  admin,
  category,
  everything,
  last,
  next,
  own,
  serveTranslations,
  server,
  translate,
  unitsOf,
} from './testing/translated-categories.server.ts'

serveTranslations()

describe('completeness', () => {
  it('counts the texts to translate and the progress of each language, addresses left out', async () => {
    const before = (await admin.get('/rest/data/translations/completeness')).body as Counted
    const of = (counted: Counted) =>
      progressOf(
        counted.fields.filter(({ resource }) => resource === 'categories'),
        'es',
      )
    const record = await category()
    await translate(record.id, { name: { text: `Clase ${last}`, status: 'approved' } })
    const after = (await admin.get('/rest/data/translations/completeness')).body as Counted
    expect(after.locales.map(({ code }) => code)).toEqual(['es'])
    expect([
      of(after).total - of(before).total,
      of(after).byStatus.missing - of(before).byStatus.missing,
      of(after).byStatus.approved - of(before).byStatus.approved,
    ]).toEqual([2, 1, 1])
    expect(after.fields.some(({ field }) => field === 'slug')).toBe(false)
  })

  it('and the queue have only what a person can see', async () => {
    const agent = await server.signIn('sales-agent')
    expect([403, 200]).toContain((await agent.get('/rest/data/translations/completeness')).status)
    const stranger = await server.signIn('no-access')
    expect((await stranger.get('/rest/data/translations')).status).toBe(403)
    expect((await admin.get('/rest/data/translations', { resource: 'purchases' })).status).toBe(422)
    expect((await admin.get('/rest/data/translations', { locale: 'tlh' })).status).toBe(422)
  })
})

describe('the queue', () => {
  it('lists what is missing or outdated, and by its filters everything else', async () => {
    const record = await category()
    expect((await own(record.id)).map(({ field, status }) => [field, status])).toEqual([
      ['name', 'missing'],
      ['description', 'missing'],
    ])
    await translate(record.id, {
      name: { text: `Una ${last}`, status: 'approved' },
      description: { text: 'Lo que hay.' },
    })
    expect(await own(record.id)).toEqual([])
    await admin.patch(`/rest/data/categories/${record.id}`, { description: 'Something else is in it.' })
    expect(await own(record.id)).toMatchObject([
      { field: 'description', status: 'outdated', text: 'Lo que hay.', source: 'Something else is in it.' },
    ])
    expect(await own(record.id, { status: 'approved', field: 'name' })).toMatchObject([
      { text: `Una ${last}`, locale: 'es', title: record.name },
    ])
  })

  it('begins with what sells', async () => {
    const [first, second] = [await category(), await category()]
    await sql`insert into translation_values (resource, record_id, orders) values ('categories', ${second.id}, 40)`.execute(
      server.database.kysely,
    )
    const ids = (await unitsOf({ field: 'name' })).map(({ recordId }) => recordId)
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id))
    expect((await own(second.id))[0]?.orders).toBe(40)
    await server.database.kysely.transaction().execute(weighTexts)
    expect((await own(second.id))[0]?.orders).toBe(0)
  })

  it('is searched in what records are called, in sources and in translations, and narrowed to who wrote a text', async () => {
    const n = next()
    const record = await category({ name: `Needle ${n}`, description: `A 100 % hay_stack ${n}` })
    await translate(record.id, { name: { text: `Aguja ${n}`, status: 'approved' } })
    const found = async (query: Record<string, string>) =>
      (await own(record.id, { status: everything, ...query })).map(({ field }) => field)
    expect(await found({ q: `aguja ${n}` })).toEqual(['name'])
    expect(await found({ q: `needle ${n}` })).toEqual(['name', 'description'])
    expect(await found({ q: `100 % hay_stack ${n}` })).toEqual(['description'])
    expect(await found({ q: `hayxstack ${n}` })).toEqual([])
    expect(await own(record.id, { translator: 'me' })).toMatchObject([{ field: 'name', status: 'approved' }])
    const people = (await admin.get('/rest/data/translations/translators')).body as Translator[]
    const [author] = people.filter(({ hasWritten }) => hasWritten)
    expect(await own(record.id, { translator: String(author?.id) })).toMatchObject([{ field: 'name' }])
    expect(await own(record.id, { translator: '999999' })).toEqual([])
    expect((await admin.get('/rest/data/translations', { translator: 'none' })).status).toBe(422)
  })

  it('approves many at once, and says which are not right and why', async () => {
    const record = await category({ description: 'From {price} on.' })
    await translate(record.id, { name: { text: `Buena ${last}` }, description: { text: 'Desde {price}.' } })
    await sql`update translations set text = 'Desde ahora.' where resource = 'categories' and record_id = ${record.id} and field = 'description'`.execute(
      server.database.kysely,
    )
    const drafts = await own(record.id, { status: 'draft' })
    expect(drafts.map(({ problem }) => problem)).toEqual([null, 'Missing here but in the source: {price}.'])
    const reply = await admin.post('/rest/data/translations/approve', { ids: drafts.map(({ id }) => id) })
    expect(reply.body).toMatchObject({
      approved: 1,
      refused: [{ id: drafts[1]?.id, message: 'Missing here but in the source: {price}.' }],
    })
    expect(
      (await (await server.signIn('read-only')).post('/rest/data/translations/approve', { ids: [1] })).status,
    ).toBe(403)
  })
})

describe('what was translated before', () => {
  interface Memory {
    fields: {
      field: string
      matches: { text: string; likeness: number; source: string }[]
      terms: { source: string; text: string }[]
    }[]
  }
  const helps = async ({ id }: Row, field: string) =>
    (
      (
        await admin.get('/rest/data/translations/memory', {
          resource: 'categories',
          recordId: String(id),
          locale: 'es',
        })
      ).body as Memory
    ).fields.find((one) => one.field === field)

  it('is proposed for a source that is the same or very alike, as long as its own text is missing or outdated', async () => {
    const [done, alike, other] = [
      await category({ description: 'Skip the line at the big museum of modern art.' }),
      await category({ description: 'Skip the line at the great museum of modern art.' }),
      await category({ description: 'Boats.' }),
    ]
    await translate(done.id, {
      description: { text: 'Sin colas en el gran museo de arte moderno.', status: 'approved' },
    })
    const found = await helps(alike, 'description')
    expect(found?.matches).toMatchObject([
      { text: 'Sin colas en el gran museo de arte moderno.', source: 'Skip the line at the big museum of modern art.' },
    ])
    expect(found?.matches[0]?.likeness).toBeGreaterThan(6_000)
    expect(found?.matches[0]?.likeness).toBeLessThan(10_000)
    expect((await helps(other, 'description'))?.matches).toEqual([])
    const same = await category({ description: 'Skip the line at the big museum of modern art.' })
    expect((await helps(same, 'description'))?.matches[0]?.likeness).toBe(10_000)
    await translate(same.id, { description: { text: 'Otra cosa.' } })
    expect((await helps(same, 'description'))?.matches).toEqual([])
    await translate(done.id, { description: { text: 'Sin colas en el gran museo de arte moderno.', status: 'draft' } })
    expect((await helps(alike, 'description'))?.matches).toEqual([])
  })

  it('names the names in a source as they were approved, whole words alone and the longest of them', async () => {
    const n = next()
    const [short, long] = [await category({ name: `Yorkish ${n}` }), await category({ name: `New Yorkish ${n}` })]
    await translate(short.id, { name: { text: `Yorkí ${n}`, status: 'approved' } })
    await translate(long.id, { name: { text: `Nueva Yorkí ${n}`, status: 'approved' } })
    const record = await category({ description: `Around new yorkish ${n}, and Yorkish ${n}th.` })
    expect((await helps(record, 'description'))?.terms).toEqual([
      { source: `New Yorkish ${n}`, text: `Nueva Yorkí ${n}` },
    ])
    expect(
      (await admin.get('/rest/data/translations/memory', { resource: 'categories', recordId: '999999', locale: 'es' }))
        .status,
    ).toBe(404)
    expect(
      (
        await (
          await server.signIn('no-access')
        ).get('/rest/data/translations/memory', { resource: 'categories', recordId: String(record.id), locale: 'es' })
      ).status,
    ).toBe(403)
  })

  it('is kept: what a text said before it was changed, and by whom', async () => {
    const record = await category()
    for (const text of ['Primero.', 'Segundo.', 'Tercero.']) await translate(record.id, { description: { text } })
    const versions = async (query: object = {}) =>
      await admin.get('/rest/data/translations/versions', {
        resource: 'categories',
        recordId: String(record.id),
        locale: 'es',
        field: 'description',
        ...query,
      })
    expect(
      ((await versions()).body as { versions: { text: string; by: string }[] }).versions.map(({ text }) => text),
    ).toEqual(['Segundo.', 'Primero.'])
    expect((await versions({ field: 'name' })).body).toEqual({ versions: [] })
    expect((await versions({ resource: 'purchases' })).status).toBe(422)
  })
})

describe('assigned texts', () => {
  const give = (units: readonly Unit[], assigneeId: number | null) =>
    admin.post('/rest/data/translations/assign', {
      units: units.map(({ resource, recordId, field, locale }) => ({ resource, recordId, field, locale })),
      assigneeId,
    })
  const everybody = async () => (await admin.get('/rest/data/translations/translators')).body as Translator[]

  const idOf = async (role: string) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from staff s join roles r on r.id = s.role_id where r.name = ${role} and s.status = 'active' order by s.id limit 1`.execute(
      server.database.kysely,
    )
    return rows[0]?.id ?? 0
  }

  it('are a person’s own queue, what is outdated first, whether they are there yet or not', async () => {
    const [missing, outdated] = [await category(), await category()]
    await translate(outdated.id, { name: { text: `Vieja ${last}`, status: 'approved' } })
    expect((await admin.patch(`/rest/data/categories/${outdated.id}`, { name: `Renamed ${next()}` })).status).toBe(200)
    const me = await idOf('admin')
    const units = [...(await own(missing.id)), ...(await own(outdated.id))]
    expect((await give(units, me)).body).toEqual({ assigned: units.length })
    // The same again changes nothing.
    expect((await give(units, me)).body).toEqual({ assigned: 0 })
    const mine = (await unitsOf({ assignee: String(me) })).filter(({ recordId }) =>
      [missing.id, outdated.id].includes(recordId),
    )
    expect(mine.map(({ recordId, field, status }) => [recordId, field, status])).toEqual([
      [outdated.id, 'name', 'outdated'],
      [missing.id, 'name', 'missing'],
      [missing.id, 'description', 'missing'],
      [outdated.id, 'description', 'missing'],
    ])
    expect(await own(missing.id, { assignee: 'none' })).toEqual([])
    expect((await everybody()).find(({ id }) => id === me)).toMatchObject(mine[0]?.assignee ?? {})
    expect((await give(units.slice(0, 1), null)).body).toEqual({ assigned: 1 })
    expect((await own(missing.id, { assignee: 'none' })).map(({ field }) => field)).toEqual(['name'])
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where object = 'categories' and record_id = ${String(missing.id)} and action like 'translation-%' order by id`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ action }) => action)).toEqual(['translation-assigned', 'translation-unassigned'])
  })

  it('are news for the person they are assigned to, who can translate by a role for a time', async () => {
    const db = server.database.kysely
    const person = await makeStaff(db, 'no-access')
    const cover = { staffId: person.id, role: 'catalogue-editor', minutes: 30, reason: 'Translates for us this week' }
    expect((await admin.post('/rest/data/users/elevations', cover)).status).toBe(201)
    const units = await own((await category()).id)
    for (let time = 0; time < 2; time++) await give(units, person.id)
    await give(units, await idOf('admin'))
    const { items } = (await callerOf(server.url, person.token).get('/rest/data/inbox')).body as {
      items: { kind: string; title: string; path: string }[]
    }
    expect(items.filter(({ kind }) => kind === 'texts-assigned')).toMatchObject([
      { title: 'Ingrid Solheim assigned 2 texts to you', path: '/translations/list?for=me' },
    ])
    expect((await sql`select from inbox_items where kind = 'texts-assigned'`.execute(db)).rows).toHaveLength(1)
  })

  it('go only to people who can write them, and only texts that exist', async () => {
    const record = await category()
    const units = await own(record.id)
    const reader = await idOf('no-access')
    expect((await give(units, reader)).status).toBe(422)
    expect((await everybody()).some(({ id }) => id === reader)).toBe(false)
    const to = (await everybody()).find(({ mayTranslate }) => mayTranslate)
    expect(
      (
        await admin.post('/rest/data/translations/assign', {
          units: [{ resource: 'categories', recordId: 999_999, field: 'name', locale: 'es' }],
          assigneeId: to?.id,
        })
      ).body,
    ).toEqual({ assigned: 0 })
    for (const wrong of [
      { resource: 'purchases', recordId: 1, field: 'title', locale: 'es' },
      { resource: 'categories', recordId: record.id, field: 'slug', locale: 'es' },
      { resource: 'categories', recordId: record.id, field: 'name', locale: 'tlh' },
    ]) {
      expect((await admin.post('/rest/data/translations/assign', { units: [wrong], assigneeId: to?.id })).status).toBe(
        422,
      )
    }
    expect((await admin.get('/rest/data/translations', { assignee: 'unknown' })).status).toBe(422)
  })
})
