import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import type { Reply } from '../../../core/testing/test-context.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { sortNameOf } from './sort-names.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
let server: TestServer
let admin: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'performers' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const at = '/rest/data/performers'
const fieldsOf = (reply: Reply) => [reply.status, (reply.body as { fields?: unknown }).fields]
async function made(values: object): Promise<Row> {
  const reply = await admin.post(at, { kind: 'artist', ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const change = async (id: number, values: object) => (await admin.patch(`${at}/${id}`, values)).body as Row

describe('what a performer is sorted by', () => {
  it.each([
    ['The Killers', 'artist', 'Killers, The'],
    ['Los Lobos', 'artist', 'Lobos, Los'],
    ['Theory', 'artist', 'Theory'],
    ['Los Angeles Dodgers', 'team', 'Los Angeles Dodgers'],
    ['The Magic Flute', 'show', 'The Magic Flute'],
    ['La La', 'person', 'La La'],
  ])('%s (%s): %s', (name, kind, sorted) => {
    expect(sortNameOf(name, kind)).toBe(sorted)
  })
})

describe('a performer', () => {
  it('has a sort name and a slug without typing, and its sort name follows its name until it gets its own', async () => {
    const { id, ...first } = await made({ name: 'The Kestrels' })
    expect(first).toMatchObject({ sortName: 'Kestrels, The', slug: 'the-kestrels' })
    expect(await change(id, { name: 'The Kestrel Birds' })).toMatchObject({
      sortName: 'Kestrel Birds, The',
      slug: 'the-kestrels',
    })
    expect(await change(id, { sortName: 'Birds' })).toMatchObject({ sortName: 'Birds' })
    expect(await change(id, { name: 'The Kestrel Choir' })).toMatchObject({ sortName: 'Birds' })
    expect(await change(id, { sortName: null, slug: null })).toMatchObject({
      sortName: 'Kestrel Choir, The',
      slug: 'the-kestrel-choir',
    })
  })

  it('is not created twice by accident: namesakes appear while the name is typed, and one of the same kind needs a distinguishing word', async () => {
    const first = await made({ name: 'Señor Osprey' })
    const { body } = await admin.get(`${at}/namesakes`, { name: 'senor osprey' })
    expect(body).toEqual({ namesakes: [{ id: first.id, name: 'Señor Osprey', kind: 'artist', sport: null }] })
    const message = `A performer called Señor Osprey already exists (artist, id ${first.id}). If this is a different one, confirm and save again.`
    expect(fieldsOf(await admin.post(at, { name: 'SEÑOR OSPREY', kind: 'artist' }))).toEqual([
      409,
      { isNamesake: message },
    ])
    expect((await made({ name: 'Señor Osprey', kind: 'person' })).slug).toBe('senor-osprey-2')
    const second = await made({ name: 'Señor Osprey', isNamesake: true })
    expect(second.slug).toBe('senor-osprey-3')
    // Anyone with both can change other fields of either without being asked again.
    expect(await change(first.id, { genre: 'Folk' })).toMatchObject({ genre: 'Folk' })
    const other = await made({ name: 'Osprey Two' })
    expect((await admin.patch(`${at}/${other.id}`, { name: 'Señor Osprey' })).status).toBe(409)
    expect((await admin.get(`${at}/namesakes`, { name: '' })).status).toBe(422)
  })

  it('plays in a league that others are found by, and has links of its own, each once and by https', async () => {
    const team = { kind: 'team', sport: 'rugby', league: 'Union of Reeds' }
    const { id } = await made({
      name: 'Reed Bank',
      ...team,
      links: [
        { kind: 'website', url: 'https://reed.example.com' },
        { kind: 'instagram', url: 'https://instagram.example.com/reed' },
      ],
    })
    await made({ name: 'Reed Wharf', ...team })
    expect((await admin.get(`${at}/leagues`)).body).toEqual({ leagues: ['Union of Reeds'] })
    expect(
      ((await admin.get(at, { filter: { league: 'Union of Reeds' } })).body as Row[]).map(({ name }) => name),
    ).toEqual(['Reed Bank', 'Reed Wharf'])
    const refused = async (url: string) =>
      (
        await admin.patch(`${at}/${id}`, {
          links: [
            { kind: 'website', url: 'https://reed.example.com' },
            { kind: 'other', url },
          ],
        })
      ).status
    expect([
      await refused('http://reed.example.com/fans'),
      await refused('https://Reed.example.com'),
      await refused('https://reed.example.com/fans'),
    ]).toEqual([422, 422, 200])
  })

  it('shows where to see them next, and how often they have performed', async () => {
    const { id } = await made({ name: 'Heron' })
    const eventId = await records.make('events', { name: 'Heron live', performerIds: [id] })
    const on = (localDate: string, values: object = {}) =>
      records.make('performances', {
        eventId,
        timeZone: 'UTC',
        localDate,
        localTime: '20:00',
        isTimeTba: false,
        isDateTbd: false,
        doorsTime: null,
        startsAt: `${localDate}T20:00:00.000Z`,
        status: 'onsale',
        ...values,
      })
    const [next] = [await on('2037-03-01'), await on('2037-04-01', { status: 'cancelled' }), await on('2020-03-01')]
    const { status, body } = await admin.get(`${at}/${id}/engagements`)
    expect([status, body]).toMatchObject([
      200,
      {
        upcoming: 1,
        past: 1,
        next: [
          {
            performanceId: next,
            eventId,
            eventName: 'Heron live',
            localDate: '2037-03-01',
            localTime: '20:00',
            status: 'onsale',
          },
          { status: 'cancelled' },
        ],
      },
    ])
    expect((await admin.get(`${at}/99999999/engagements`)).status).toBe(404)
    expect((await (await server.signIn('no-access')).get(`${at}/${id}/engagements`)).status).toBe(403)
    const rows = await sql`select from performers where sort_name is null or slug is null`.execute(
      server.database.kysely,
    )
    expect(rows.rows).toEqual([])
  })
})
