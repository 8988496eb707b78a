import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { defineEndpoint } from '../http/endpoint.ts'
import { implement } from '../http/endpoint.server.ts'
import { assertWithinLimits } from '../access/limits.ts'
import { permissionWords } from '../access/permissions.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import { makers, sampleCities, stalls } from '../testing/sample-resources.ts'
import type { Reply } from '../testing/test-context.server.ts'
import { pathTo } from '../testing/test-context.server.ts'

let sample: SampleServer
const [rome, paris, oslo] = [1, 2, 3]

const command = (name: string) =>
  defineEndpoint(`POST /rest/data/${name}`, {
    summary: 'Try a command',
    access: ['places', 'write'],
    input: z.strictObject({ cityId: z.int() }),
    output: z.object({ done: z.boolean() }),
  })
const heedless = implement(command('heedless'), async () => ({ done: true }))
const heeding = implement(
  command('heeding'),
  async ({ actor, input }) => {
    assertWithinLimits(actor, 'write', 'places', input)
    return { done: true }
  },
  { enforcesLimits: true },
)

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
    implementations: [heedless, heeding],
  })
  for (const name of ['Rome', 'Paris', 'Oslo']) await sample.admin.post(pathTo(sampleCities), { name })
})
afterAll(() => sample.close())

const says = ({ status, body }: Reply) => [status, (body as { message?: string }).message]
const refusal = [
  403,
  `You have the permission “${permissionWords('write', 'places')}” only in Rome and Paris. Ask your access manager.`,
]
const make = async (cityId: number | null) =>
  (
    (await sample.admin.post(pathTo(stalls), { name: 'Stall', cityId, email: 'ana@example.com' })).body as {
      id: number
    }
  ).id

describe('a grant that is limited to cities', () => {
  it('creates records there and nowhere else', async () => {
    expect((await sample.local.post(pathTo(stalls), { name: 'One', cityId: rome })).status).toBe(201)
    expect(says(await sample.local.post(pathTo(stalls), { name: 'Two', cityId: oslo }))).toEqual(refusal)
    expect(says(await sample.local.post(pathTo(stalls), { name: 'Three', cityId: null }))).toEqual(refusal)
    expect((await sample.admin.post(pathTo(stalls), { name: 'Four', cityId: oslo })).status).toBe(201)
  })

  it('changes records there, and moves none in or out', async () => {
    const [inside, outside] = [await make(rome), await make(oslo)]
    expect((await sample.local.patch(pathTo(stalls, inside), { name: 'New', cityId: paris })).body).toMatchObject({
      name: 'New',
      cityId: paris,
    })
    expect(says(await sample.local.patch(pathTo(stalls, inside), { cityId: oslo }))).toEqual(refusal)
    expect(says(await sample.local.put(pathTo(stalls, inside), { cityId: null }))).toEqual(refusal)
    expect(says(await sample.local.patch(pathTo(stalls, outside), { name: 'Mine' }))).toEqual(refusal)
    expect(says(await sample.local.patch(pathTo(stalls, outside), { cityId: rome }))).toEqual(refusal)
    expect((await sample.admin.get(pathTo(stalls, inside))).body).toMatchObject({ cityId: paris, version: 2 })
    expect((await sample.admin.get(pathTo(stalls, outside))).body).toMatchObject({
      name: 'Stall',
      cityId: oslo,
      version: 1,
    })
  })

  it('deletes records there alone', async () => {
    const [inside, outside] = [await make(paris), await make(oslo)]
    expect(says(await sample.local.delete(pathTo(stalls, outside)))).toEqual(refusal)
    expect((await sample.local.delete(pathTo(stalls, inside))).status).toBe(200)
    expect((await sample.admin.get(pathTo(stalls, outside))).status).toBe(200)
  })

  it('shows everything all the same: what one sees is a matter of looking', async () => {
    expect((await sample.local.get(pathTo(stalls, await make(oslo)))).status).toBe(200)
  })

  it('changes those cities themselves and makes no new ones', async () => {
    expect((await sample.local.patch(pathTo(sampleCities, rome), { name: 'Rome' })).status).toBe(200)
    expect(says(await sample.local.patch(pathTo(sampleCities, oslo), { name: 'Kristiania' }))).toEqual(refusal)
    expect(says(await sample.local.post(pathTo(sampleCities), { name: 'Milan' }))).toEqual(refusal)
  })

  it('reaches no record of a kind that is in no city', async () => {
    expect(says(await sample.local.post(pathTo(makers), { name: 'Maker' }))).toEqual([
      403,
      `You have the permission “${permissionWords('write', 'tags')}” only in Rome. Ask your access manager.`,
    ])
  })

  it('opens a command only where that says that it heeds limits', async () => {
    expect(says(await sample.local.post('/rest/data/heedless', { cityId: rome }))).toEqual([
      403,
      `You have the permission “${permissionWords('write', 'places')}” only in 2 cities, and this command can’t tell what is in scope. Ask your access manager.`,
    ])
    expect((await sample.admin.post('/rest/data/heedless', { cityId: rome })).status).toBe(200)
    expect([
      (await sample.local.post('/rest/data/heeding', { cityId: rome })).status,
      (await sample.local.post('/rest/data/heeding', { cityId: oslo })).status,
    ]).toEqual([200, 403])
  })
})

describe('a grant without personal data', () => {
  it('leaves values masked, whatever the reason', async () => {
    const path = pathTo(stalls, await make(rome))
    expect((await sample.local.get(path)).body).toMatchObject({ email: 'a•••@example.com' })
    expect(says(await sample.local.post(`${path}/reveal`, { reason: 'Asked on the phone' }))).toEqual([
      403,
      `You have the permission “${permissionWords('ui', 'places')}” only without personal data, so addresses and numbers stay masked for you. Ask your access manager.`,
    ])
    expect((await sample.admin.post(`${path}/reveal`, { reason: 'Asked on the phone' })).body).toEqual({
      email: 'ana@example.com',
    })
  })
})
