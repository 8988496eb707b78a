import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { Candidate, DuplicatePair } from './duplicate.endpoints.ts'
import type { Merge } from '../../../platform/merges/merges.ts'

let server: TestServer
let admin: Client
let records: Maker
const at = '/rest/data/performers'
const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'duplicates' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const none = {
  variations: [],
  imageIds: [],
  tagIds: [],
  sameAs: [],
  providerCodes: [],
  genre: null,
  homeVenueId: null,
  countryId: null,
  league: null,
  links: [],
}
const performer = (name: string, values: object = {}) =>
  records.make('performers', {
    ...none,
    name,
    sortName: name,
    slug: `double-${++last}`,
    kind: 'artist',
    sport: null,
    publication: 'draft',
    publishedAt: null,
    ...values,
  })
interface Found {
  candidates: Candidate[]
  distinct: { id: number; by: string }[]
}
const read = async (id: number) => (await admin.get(`${at}/${id}/duplicates`)).body as Found
const found = async (id: number) =>
  (await read(id)).candidates.map(({ performer: { id: other }, score, evidence }) => [
    other,
    score,
    evidence.map(({ what }) => what),
  ])
const count = async (id: number) => ((await admin.get(`${at}/${id}`)).body as { duplicateCount: number }).duplicateCount
const pairsOf = async (id: number) =>
  ((await admin.get(`${at}/duplicates`)).body as { pairs: DuplicatePair[] }).pairs.filter(
    ({ one, other }) => one.id === id || other.id === id,
  )

describe('a possible duplicate of a performer', () => {
  it.each([
    ['Zürich Brass & Co.', 'Zurich Brass and Co'],
    ['F.C. Málaga', 'Malaga FC'],
    ['The Ørsted Trio', 'Orsted Trio'],
    ['Łódź Choir', 'LODZ CHOIR'],
    ['Ансамбль', 'ансамбль'.toUpperCase()],
  ])('is found by a name that is only written otherwise: %s and %s', async (one, other) => {
    const unique = ` ${String.fromCharCode(97 + (last % 26))}${last}`
    const [a, b] = [await performer(one + unique), await performer(other + unique)]
    expect((await found(a)).map(([id]) => id)).toContain(b)
    expect((await found(b)).map(([id]) => id)).toContain(a)
  })

  it('is listed with the evidence for and against it, the surest first', async () => {
    const countryId = await records.make('countries')
    const own = await performer('Quillwort Ensemble', {
      countryId,
      sameAs: [{ register: 'wikidata', code: 'Q900' }],
      variations: ['Quillworts'],
      genre: 'Folk',
    })
    const known = await performer('Ensemble für alte Musik', {
      sameAs: [{ register: 'wikidata', code: 'Q900' }],
      countryId,
    })
    const spelled = await performer('The Quillworts', {
      genre: 'folk',
      sameAs: [{ register: 'wikidata', code: 'Q901' }],
      kind: 'show',
    })
    const alike = await performer('Quillwort Ensembles', { countryId, genre: 'Folk' })
    await performer('Quite another one')
    const told = await found(own)
    expect(told.map(([id]) => id)).toEqual([known, alike])
    expect(told[0]?.[2]).toEqual(['register', 'country'])
    expect(told[1]?.[2]).toEqual(['alike', 'country', 'genre'])
    // One of another kind, with another id in the same register, is another one, whatever it is called.
    expect((await found(spelled)).map(([id]) => id)).toEqual([])
  })

  it('is never a team that it plays against', async () => {
    const team = { kind: 'team', sport: 'football' }
    const [home, away] = [await performer('Sedge Albion', team), await performer('Sedge Albion FC', team)]
    expect((await found(home)).map(([id]) => id)).toEqual([away])
    await records.make('matches', {
      homePerformerId: home,
      awayPerformerId: away,
      round: `D${++last}`,
      nameTemplate: '{home} v {away}',
    })
    expect(await found(home)).toEqual([])
  })

  it('is no one who is on the same bill, whatever the two are called', async () => {
    const [one, other] = [await performer('Burdock Players'), await performer('Burdock players')]
    expect((await found(one)).map(([id]) => id)).toEqual([other])
    const lineup = (await admin.post('/rest/data/lineups', { name: `Bill ${++last}`, type: 'curated' })).body as {
      id: number
    }
    await admin.put(`/rest/data/lineups/${lineup.id}/bill`, {
      performers: [
        { performerId: one, role: 'headliner' },
        { performerId: other, role: 'guest' },
      ],
    })
    expect(await found(one)).toEqual([])
  })

  it('is counted in the list by the job, and goes with a merge and comes back with its undo', async () => {
    const [one, other] = [await performer('Teasel Quartet'), await performer('Teasel quartet')]
    await server.runJob('find-duplicates')
    expect([await count(one), await count(other)]).toEqual([1, 1])
    expect(await pairsOf(one)).toMatchObject([
      { one: { id: one }, other: { id: other }, evidence: [{ what: 'sameName' }] },
    ])
    const listed = (await admin.get(at, { filter: { duplicateCount: { gte: 1 }, id: [one, other] } })).body as object[]
    expect(listed).toHaveLength(2)
    const merge = (await admin.post(`${at}/${one}/merge`, { from: other })).body as Merge
    expect([await count(one), await pairsOf(one)]).toEqual([0, []])
    expect((await admin.post(`${at}/${one}/merges/${merge.id}/undo`, {})).status).toBe(200)
    await server.runJob('find-duplicates')
    expect([await count(one), await count(other)]).toEqual([1, 1])
    await admin.patch(`${at}/${other}`, { name: 'Somebody with a name of its own' })
    await server.runJob('find-duplicates')
    expect([await count(one), await count(other)]).toEqual([0, 0])
  })

  it('is not offered again once it is marked as another one, until that is undone', async () => {
    const [one, other] = [await performer('Woodruff'), await performer('WOODRUFF')]
    await server.runJob('find-duplicates')
    expect((await admin.post(`${at}/${one}/distinctions`, { otherId: other })).body).toMatchObject({ otherId: other })
    expect((await admin.post(`${at}/${other}/distinctions`, { otherId: one })).status).toBe(200)
    expect([await count(one), await found(one), await found(other), await pairsOf(one)]).toEqual([0, [], [], []])
    expect((await read(other)).distinct).toMatchObject([{ id: one }])
    await run(sql`insert into performer_queue values (${one}) on conflict do nothing`)
    await server.runJob('find-duplicates')
    expect(await count(one)).toBe(0)
    expect((await admin.post(`${at}/${other}/distinctions/${one}/undo`, {})).status).toBe(200)
    expect((await admin.post(`${at}/${other}/distinctions/${one}/undo`, {})).status).toBe(404)
    await server.runJob('find-duplicates')
    expect([await count(one), (await found(one)).map(([id]) => id)]).toEqual([1, [other]])
    const { rows } = await run(
      sql<{
        action: string
      }>`select action from audit_log where object = 'performers' and record_id in (${String(one)}, ${String(other)}) order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['mark-distinct', 'forget-distinction'])
  })

  it('is marked as distinct only by people who can change performers, and never from itself', async () => {
    const [one, other] = [await performer('Campion'), await performer('campion')]
    const reader = await server.signIn('read-only')
    expect((await reader.post(`${at}/${one}/distinctions`, { otherId: other })).status).toBe(403)
    expect((await reader.get(`${at}/${one}/duplicates`)).status).toBe(200)
    expect((await admin.post(`${at}/${one}/distinctions`, { otherId: one })).status).toBe(422)
    expect((await admin.post(`${at}/${one}/distinctions`, { otherId: 999_999 })).status).toBe(404)
    expect((await admin.get(`${at}/999999/duplicates`)).status).toBe(404)
  })
})
