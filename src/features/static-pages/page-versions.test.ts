import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AppliedVersion, PageVersion } from './static-page.endpoints.ts'
import { versionDiff } from './version-diff.ts'
import {
  type Row,
  admin,
  at,
  last,
  legal,
  page,
  problems,
  servePages,
  server,
  version,
} from './testing/page-records.server.ts'

servePages()

describe('versions of a legal page', () => {
  it('have only texts that readers see: a draft is not part of a contract', async () => {
    const record = await legal()
    const write = async (status: string) =>
      await admin.put(at(record, 'translations/es'), {
        texts: { title: { text: `Contrato ${last}`, status }, body: { text: '<p>Texto.</p>', status } },
      })
    await write('in_review')
    expect((await version(record)).texts).toEqual({})
    await write('approved')
    expect((await version(record)).texts).toEqual({ es: { title: `Contrato ${last}`, body: '<p>Texto.</p>' } })
  })

  it('apply from their moment on, in every language, and never change once they do', async () => {
    const record = await legal()
    await admin.put(at(record, 'translations/es'), {
      texts: {
        title: { text: `Legal ${last}`, status: 'approved' },
        body: { text: '<p>Texto.</p>', status: 'approved' },
      },
    })
    const first = await version(record, { note: 'The first one' })
    expect(first).toMatchObject({
      number: 1,
      state: 'in_force',
      note: 'The first one',
      body: '<p>Text.</p>',
      texts: { es: { body: '<p>Texto.</p>' } },
    })
    expect((await admin.post(at(record, 'versions'), { effectiveFrom: null, note: null })).status).toBe(409)
    await admin.patch(`/rest/data/static-pages/${record.id}`, { body: '<p>Other text.</p>' })
    const second = await version(record, { effectiveFrom: '2099-01-01T00:00:00Z' })
    expect(second.state).toBe('planned')
    expect(
      problems(await admin.post(at(record, 'versions'), { effectiveFrom: '2020-01-01T00:00:00Z', note: null })),
    ).toEqual([422, ['effectiveFrom']])
    expect((await admin.delete(at(record, `versions/${first.id}`))).status).toBe(409)
    for (const statement of [
      sql`update static_page_versions set body = '<p>Changed.</p>' where id = ${first.id}`,
      sql`delete from static_page_versions where id = ${first.id}`,
      sql`insert into static_page_versions (page_id, number, title, body, effective_from, created_at, created_by_name)
        values (${record.id}, 9, 'Before', '<p>Before</p>', '2020-01-01', '2019-01-01', 'nobody')`,
    ])
      await expect(statement.execute(server.database.kysely)).rejects.toThrow(/come into force|later version in force/)
    const read = (await admin.get(at(record, 'versions'))).body as { versions: PageVersion[]; isDraftNewer: boolean }
    expect([read.versions.map(({ number, state }) => [number, state]), read.isDraftNewer]).toEqual([
      [
        [2, 'planned'],
        [1, 'in_force'],
      ],
      false,
    ])
    expect((await admin.delete(at(record, `versions/${second.id}`))).status).toBe(200)
  })

  it('are kept only by people who can publish, and only of legal pages', async () => {
    const record = await legal()
    const reader = await server.signIn('read-only')
    expect((await reader.post(at(record, 'versions'), { effectiveFrom: null, note: null })).status).toBe(403)
    expect((await admin.post(at(await page(), 'versions'), { effectiveFrom: null, note: null })).status).toBe(409)
  })

  it('come back as the draft, while what applies stays', async () => {
    const record = await legal({ body: '<p>First.</p>' })
    await admin.put(at(record, 'translations/es'), {
      texts: {
        title: { text: `Vuelve ${last}`, status: 'approved' },
        body: { text: '<p>Primero.</p>', status: 'approved' },
      },
    })
    const first = await version(record)
    await admin.patch(`/rest/data/static-pages/${record.id}`, { body: '<p>Second.</p>' })
    const second = await version(record)
    expect((await admin.post(at(record, `versions/${first.id}/restore`), {})).status).toBe(200)
    const now = (await admin.get(`/rest/data/static-pages/${record.id}`)).body as Row
    expect([now['body'], now['versionCount']]).toEqual(['<p>First.</p>', 2])
    const { versions } = (await admin.get(at(record, 'versions'))).body as { versions: PageVersion[] }
    expect(versions.find(({ state }) => state === 'in_force')?.id).toBe(second.id)
  })

  it('come back without taking the title off a published page in a language that needs it', async () => {
    const record = await legal()
    const write = async (title: string, body: string) => {
      const status = 'approved'
      const texts = { title: { text: title, status }, body: { text: body, status } }
      expect((await admin.put(at(record, 'translations/es'), { texts })).status).toBe(200)
    }
    const [before, now] = [`Antes ${last}`, `Ahora ${last}`]
    await write(before, '<p>Antes.</p>')
    const first = await version(record)
    await write(now, '<p>Ahora.</p>')
    expect((await admin.post(at(record, 'publish'), {})).status).toBe(200)
    const require = (isRequired: boolean) =>
      sql`update locales set is_required_to_publish = ${isRequired} where code = 'es'`.execute(server.database.kysely)
    const restored = async () => {
      expect((await admin.post(at(record, `versions/${first.id}/restore`), {})).status).toBe(200)
      const { texts } = (await admin.get(at(record, 'translations/es'))).body as {
        texts: { field: string; text: string; status: string }[]
      }
      return texts.filter(({ field }) => ['title', 'body'].includes(field)).map(({ text, status }) => [text, status])
    }
    await require(true)
    expect(await restored()).toEqual([
      [now, 'approved'],
      ['<p>Antes.</p>', 'draft'],
    ])
    await require(false)
    expect(await restored()).toEqual([
      [before, 'draft'],
      ['<p>Antes.</p>', 'draft'],
    ])
  })
})

describe('the legal snapshot', () => {
  it('says which version applied at a moment, in the language of the customer or what that falls back to', async () => {
    const record = await legal({ key: 'terms', slug: 'terms', body: '<p>Now.</p>' })
    await admin.put(at(record, 'translations/es'), {
      texts: {
        title: { text: 'Términos', status: 'approved' },
        body: { text: '<p>Ahora.</p>', status: 'approved' },
      },
    })
    await sql`insert into static_page_versions (page_id, number, title, body, effective_from, created_at, created_by_name)
      values (${record.id}, 1, 'Terms', '<p>Then.</p>', '2024-06-01', '2024-05-01', 'nobody')`.execute(
      server.database.kysely,
    )
    const now = await version(record)
    const snapshot = async (query: Record<string, string>) =>
      (
        (await admin.get('/rest/data/static-pages/legal-snapshot', { key: 'terms', ...query })).body as {
          versions: AppliedVersion[]
        }
      ).versions
    expect(await snapshot({ at: '2024-05-31T23:59:59Z' })).toEqual([])
    expect(await snapshot({ at: '2025-01-01T00:00:00Z', locale: 'es' })).toMatchObject([
      { number: 1, body: '<p>Then.</p>', locale: 'en' },
    ])
    expect(await snapshot({ locale: 'es-MX' })).toMatchObject([
      { number: now.number, body: '<p>Ahora.</p>', locale: 'es', title: 'Términos', sha256: now.sha256 },
    ])
  })
})

describe('the difference of two versions', () => {
  it('is shown paragraph by paragraph, and word by word within a changed one', () => {
    const before =
      '<h2>Prices</h2><p>Prices include every fee.</p><p>Gone for good with nothing alike.</p><ul><li><p>One</p></li></ul>'
    const after =
      '<h2>Prices</h2><p>Prices include every fee and tax.</p><ul><li><p>One</p></li><li><p>Two</p></li></ul>'
    expect(versionDiff(before, before).map(({ parts }) => parts.map(({ text }) => text).join(''))).toEqual([
      'Prices',
      'Prices include every fee.',
      'Gone for good with nothing alike.',
      'One',
    ])
    expect(versionDiff(before, after).map(({ change }) => change)).toEqual([
      'same',
      'changed',
      'removed',
      'same',
      'added',
    ])
    expect(versionDiff(before, before).every(({ change }) => change === 'same')).toBe(true)
  })
})
