import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Tag, admin, path, serveTags, server, tag, tagged } from './testing/tag-records.server.ts'

serveTags()

const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Tag

describe('a tag', () => {
  it('has a slug that is the only one of its kind, made out of its name where none is given', async () => {
    const first = await tag({ name: 'Música en vivo' })
    expect(first.slug).toBe('musica-en-vivo')
    expect((await tag({ name: 'Musica en vivo!' })).slug).toBe('musica-en-vivo-2')
    expect((await tag({ name: 'Música en vivo', kind: 'tour' })).slug).toBe('musica-en-vivo')
    const refused = await admin.post(path, { name: 'Live', slug: 'musica-en-vivo' })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { slug: 'Música en vivo has this slug already.' },
    ])
  })

  it('has a name that is the only one of its kind, in capitals or not, for people who save at once as well', async () => {
    const opera = await tag({ name: 'Ópera' })
    const refused = await admin.post(path, { name: 'ÓPERA ' })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { name: 'Ópera is a tag of events already.' },
    ])
    expect((await tag({ name: 'ópera', kind: 'tour' })).name).toBe('ópera')
    expect((await admin.post(path, { name: 'Ópera', kind: 'tour' })).body).toMatchObject({
      fields: { name: 'ópera is a tag of tours already.' },
    })
    expect((await admin.patch(`${path}/${opera.id}`, { name: 'ÓPERA' })).status).toBe(200)
    const other = await tag({ name: 'Zarzuela' })
    expect((await admin.patch(`${path}/${other.id}`, { name: 'ópera' })).status).toBe(409)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => admin.post(path, { name: n % 2 ? 'Flamenco' : 'FLAMENCO' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('gives a supplier’s tag to one of ours alone, and each once', async () => {
    await tag({
      name: 'Whale watching',
      kind: 'tour',
      supplierTags: [
        { supplier: 'viator', code: '90001' },
        { supplier: 'tiqets', code: '90001' },
      ],
    })
    const twice = await admin.post(path, {
      name: 'Dolphins',
      kind: 'tour',
      supplierTags: [
        { supplier: 'viator', code: '1' },
        { supplier: 'viator', code: '1' },
      ],
    })
    expect([twice.status, (twice.body as { fields: object }).fields]).toEqual([
      422,
      { supplierTags: '1 is listed twice: list each supplier tag once.' },
    ])
    const taken = await admin.post(path, {
      name: 'Dolphins',
      kind: 'tour',
      supplierTags: [{ supplier: 'viator', code: '90001' }],
    })
    const said = 'Viator 90001 belongs to Whale watching already.'
    expect([taken.status, taken.body]).toMatchObject([409, { message: said, fields: { supplierTags: said } }])
    const noNumber = await admin.post(path, {
      name: 'Dolphins',
      kind: 'tour',
      supplierTags: [{ supplier: 'viator', code: '90-1' }],
    })
    expect([noNumber.status, (noNumber.body as { fields: object }).fields]).toEqual([
      422,
      { supplierTags: '90-1 is not a Viator tag. Viator tags are numbers.' },
    ])
    await expect(
      sql`insert into tags (name, slug, supplier_tags) values ('Raw', 'raw', '[{"supplier": "viator", "code": "x"}]')`.execute(
        server.database.kysely,
      ),
    ).rejects.toThrow('viator_numbers_its_tags')
  })

  it('has synonyms that are not its own name, are there once in any letter case, and lead to no tag that leads back', async () => {
    const fields = async (reply: Promise<{ status: number; body: unknown }>) => [
      (await reply).status,
      ((await reply).body as { fields: object }).fields,
    ]
    expect(await fields(admin.post(path, { name: 'Circus', synonyms: ['acrobats', 'CIRCUS'] }))).toEqual([
      422,
      { synonyms: 'CIRCUS is the tag’s own name. Leave it out.' },
    ])
    expect(await fields(admin.post(path, { name: 'Circus', synonyms: ['acrobats', 'Acrobats'] }))).toEqual([
      422,
      { synonyms: 'Acrobats is listed twice.' },
    ])
    const circus = await tag({ name: 'Circus', synonyms: ['acrobats', 'big top'] })
    const round = [409, { synonyms: 'Circus already has this tag as its synonym, so the reverse isn’t possible.' }]
    expect(await fields(admin.post(path, { name: 'Acrobats', synonyms: ['circus'] }))).toEqual(round)
    const acrobats = await tag({ name: 'Acrobats', synonyms: ['tumblers'] })
    expect(await fields(admin.post(path, { name: 'Tumblers', synonyms: ['Circus'] }))).toEqual(round)
    expect(await fields(admin.patch(`${path}/${acrobats.id}`, { synonyms: ['circus'] }))).toEqual(round)
    expect((await tag({ name: 'Acrobats', kind: 'tour', synonyms: ['circus'] })).synonyms).toEqual(['circus'])
    const saved = await Promise.all([tag({ name: 'Mime', synonyms: ['other mime'] }), tag({ name: 'Other mime' })])
    await expect(
      sql`update tags set synonyms = '{mime}' where id = ${saved[1].id}`.execute(server.database.kysely),
    ).rejects.toThrow('leads back')
    await sql`update tags set synonyms = '{circus, tent, Tent}' where id = ${circus.id}`.execute(server.database.kysely)
    expect((await read(circus.id)).synonyms).toEqual(['tent'])
  })

  it('says how much is found by it, keeps its kind while it is used, and is not deleted', async () => {
    const { id } = await tag({ name: 'In use' })
    await tagged([id])
    expect(await read(id)).toMatchObject({ usageCount: 1 })
    expect((await admin.patch(`${path}/${id}`, { kind: 'tour' })).status).toBe(409)
    const refused = await admin.delete(`${path}/${id}`)
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      '1 record has this tag. Merge it into another one, or remove it from them first.',
    ])
  })
})

describe('two tags that are one', () => {
  it('are merged with everything that has them, what suppliers call them included, and taken apart again', async () => {
    const [into, from] = [
      await tag({ name: 'Theatre for kids', synonyms: ['puppets'] }),
      await tag({
        name: 'Children’s theatre',
        synonyms: ['Puppets', 'panto'],
        supplierTags: [{ supplier: 'viator', code: '90100' }],
      }),
    ]
    const [both, one] = [await tagged([into.id, from.id]), await tagged([from.id])]
    const preview = (await admin.get(`${path}/${into.id}/merge-preview`, { from: from.id })).body as {
      moves: object[]
      obstacles: string[]
    }
    expect(preview).toMatchObject({ obstacles: [], total: 2, moves: [{ resource: 'events', count: 2 }] })
    const merge = (await admin.post(`${path}/${into.id}/merge`, { from: from.id })).body as {
      id: number
      status: string
    }
    expect(merge.status).toBe('merged')
    const tagsOf = async (id: number) =>
      ((await admin.get(`/rest/data/events/${id}`)).body as { tagIds: number[] }).tagIds
    expect([await tagsOf(both), await tagsOf(one)]).toEqual([[into.id], [into.id]])
    expect(await read(into.id)).toMatchObject({
      synonyms: ['puppets', 'Children’s theatre', 'panto'],
      supplierTags: [{ supplier: 'viator', code: '90100' }],
      usageCount: 2,
    })
    expect(await read(from.id)).toMatchObject({ id: into.id })
    expect((await admin.post(`${path}/${into.id}/merges/${merge.id}/undo`, {})).body).toMatchObject({
      status: 'undone',
    })
    expect([await tagsOf(both), await tagsOf(one)]).toEqual([[into.id, from.id], [from.id]])
    expect(await read(from.id)).toMatchObject({ id: from.id, supplierTags: [{ supplier: 'viator', code: '90100' }] })
    expect(await read(into.id)).toMatchObject({ synonyms: ['puppets', 'panto'], supplierTags: [] })
  })

  it('hand over no word that would lead in a circle', async () => {
    const [into, from] = [
      await tag({ name: 'Magic' }),
      await tag({ name: 'Conjuring', synonyms: ['illusions', 'tricks'] }),
    ]
    await tag({ name: 'Illusions', synonyms: ['magic'] })
    expect((await admin.post(`${path}/${into.id}/merge`, { from: from.id })).status).toBe(200)
    expect((await read(into.id)).synonyms).toEqual(['Conjuring', 'tricks'])
  })

  it('are of one kind', async () => {
    const [into, from] = [await tag({ name: 'Of events' }), await tag({ name: 'Of tours', kind: 'tour' })]
    expect(await admin.post(`${path}/${into.id}/merge`, { from: from.id })).toMatchObject({
      status: 409,
      body: { message: 'One is a tag of events, the other of tours.' },
    })
  })
})
