import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { aliases } from '../../features/aliases/aliases.ts'
import { staticPages } from '../../features/static-pages/static-pages.ts'
import { richTextFields } from './linking-texts.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
let admin: Pick<Client, 'get' | 'post' | 'patch' | 'put' | 'delete'>
const data = '/rest/data'

beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'page links' })
  admin = testContext.admin
})
afterAll(() => testContext.close())

const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(testContext.db)
const link = (element: string) => `<p>:::link|text=Look|element=${element}:::</p>`
const page = async (...elements: string[]) =>
  await testContext.maker.make('aliases', { longText: elements.map(link).join('') })
/** What the list's filter finds, what the record says, and what its text comes to now. */
async function broken(id: number): Promise<number[]> {
  const record = (await admin.get(`${data}/aliases/${id}`)).body as { brokenLinkCount: number; longText: string }
  const {
    rows: [counted],
  } = await run(sql<{ n: number }>`select broken_links(long_text) as n from aliases where id = ${id}`)
  const listed = (await admin.get(`${data}/aliases`, { filter: { id: [id], brokenLinkCount: { gte: 1 } } })).body as {
    brokenLinkCount: number
  }[]
  return [record.brokenLinkCount, counted?.n ?? -1, listed[0]?.brokenLinkCount ?? 0]
}
const times = (n: number) => [n, n, n]

describe('the links of pages', () => {
  it('are read from the fields of rich text that the definitions have', async () => {
    const {
      rows: [source],
    } = await run(sql<{ text: string }>`select prosrc as text from pg_proc where proname = 'read_page_links'`)
    expect(source?.text).toContain(
      `concat_ws(' ', ${richTextFields(aliases)
        .map((key) => `a.${columnOf(key)}`)
        .join(', ')})`,
    )
    expect(source?.text).toContain(
      `array[${richTextFields(aliases)
        .map((key) => `'${key}'`)
        .join(', ')}]`,
    )
    expect(richTextFields(staticPages)).toEqual(['body'])
  })

  it.each([
    ['events', 'ev', { publication: 'published', isHidden: false }, sql`is_hidden = not is_hidden`],
    [
      'products',
      'pr',
      { status: 'live', suspendedBecause: null },
      sql`status = case status when 'live' then 'suspended' else 'live' end, suspended_because = case status when 'live' then 'quality' end`,
    ],
    [
      'performers',
      'per',
      { publication: 'published' },
      sql`publication = case publication when 'published' then 'unpublished' else 'published' end`,
    ],
    [
      'cities',
      'c',
      { publication: 'published' },
      sql`publication = case publication when 'published' then 'unpublished' else 'published' end`,
    ],
    [
      'categories',
      'ca',
      { publication: 'published' },
      sql`publication = case publication when 'published' then 'unpublished' else 'published' end`,
    ],
    [
      'subcategories',
      'sc',
      { publication: 'published' },
      sql`publication = case publication when 'published' then 'unpublished' else 'published' end`,
    ],
  ] as const)(
    'to %s are broken as long as those are not public, however that changes',
    async (resource, code, values, turn) => {
      const target = await testContext.maker.make(resource, values)
      const [one, two] = [
        await page(`${code}-${target}`),
        await page(`${code}-${target}`, `${code}-${target}-1`, 'zz-1'),
      ]
      expect([await broken(one), await broken(two)]).toEqual([times(0), times(1)])
      await run(sql`update ${sql.table(resource)} set ${turn} where id = ${target}`)
      expect([await broken(one), await broken(two)]).toEqual([times(1), times(3)])
      await run(sql`update ${sql.table(resource)} set ${turn} where id = ${target}`)
      expect([await broken(one), await broken(two)]).toEqual([times(0), times(1)])
    },
  )

  it('follow their texts, those in other languages and their own page too', async () => {
    const id = await page('c-999999999', 'homepage')
    expect(await broken(id)).toEqual(times(1))
    await admin.patch(`${data}/aliases/${id}`, { longText: link(`pa-${id}`) })
    const { publication } = (await admin.get(`${data}/aliases/${id}`)).body as { publication: string }
    const own = publication === 'published' ? 0 : 1
    expect(await broken(id)).toEqual(times(own))
    await admin.patch(`${data}/aliases/${id}`, { highlights: link('zz-9') })
    const put = await admin.put(`${data}/aliases/${id}/translations/es`, {
      texts: { title: { text: `Es ${id}` }, highlights: { text: link('zz-9') } },
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    expect(((await admin.get(`${data}/aliases/${id}`)).body as { brokenLinkCount: number }).brokenLinkCount).toBe(
      own + 2,
    )
    await admin.patch(`${data}/aliases/${id}`, { longText: null, highlights: null })
    await run(sql`delete from translations where resource = 'aliases' and record_id = ${id}`)
    expect(await broken(id)).toEqual(times(0))
    expect((await run(sql`select from page_links where resource = 'aliases' and record_id = ${id}`)).rows).toEqual([])
  })

  it('lead on to what something was merged into, and back', async () => {
    const countryId = await testContext.maker.make('countries')
    const [into, from] = [
      await testContext.maker.make('cities', { publication: 'published', countryId }),
      await testContext.maker.make('cities', { publication: 'published', countryId }),
    ]
    const id = await page(`c-${from}`)
    const merged = await admin.post(`${data}/cities/${into}/merge`, { from })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await broken(id)).toEqual(times(0))
    await run(sql`update cities set publication = 'unpublished' where id = ${into}`)
    expect(await broken(id)).toEqual(times(1))
    const undone = await admin.post(`${data}/cities/${into}/merges/${(merged.body as { id: number }).id}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await broken(id)).toEqual(times(0))
  })

  it('are judged again by night, whatever slipped through', async () => {
    const target = await testContext.maker.make('products', { status: 'live', suspendedBecause: null })
    const ids = [await page(`pr-${target}`, 'zz-1'), await page(`pr-${target}`)]
    await run(
      sql`update page_links set is_broken = not is_broken where resource = 'aliases' and record_id = any(${ids}::bigint[])`,
    )
    await run(sql`select count_broken_links('aliases', ${ids}::bigint[])`)
    expect((await broken(ids[0] ?? 0))[0]).toBe(1)
    expect((await broken(ids[1] ?? 0))[0]).toBe(1)
    await testContext.server.runJob('judge-page-links')
    expect(await Promise.all(ids.map(broken))).toEqual([times(1), times(0)])
    const wrong = sql`select from page_links where is_broken <> (link_verdict(element) <> 'ok')`
    expect((await run(wrong)).rows).toEqual([])
  })
})
