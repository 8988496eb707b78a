import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { seedStaticPages } from './seed-static-pages.server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo-static-pages' })
})
afterAll(() => server.stop())

describe('static pages of the demo', () => {
  it('lead to the cities that they name, in every language, and only name those that are not there', async () => {
    const db = server.database.kysely
    const records = maker(db, resources, examples)
    const london = await records.make('cities', { name: 'London' })
    const madrid = await records.make('cities', { name: 'Madrid' })
    await db.transaction().execute(seedStaticPages)
    const {
      rows: [about],
    } = await sql<{ body: string; es: string }>`
      select p.body, t.text as es from static_pages p join translations t on t.resource = 'static-pages' and t.record_id = p.id and t.field = 'body' and t.locale = 'es'
      where p.key = 'about'`.execute(db)
    const linksOf = (text = '') =>
      parseLinkMarkers(text).flatMap((part) => (part.kind === 'link' ? [[part.text, part.element]] : []))
    expect(linksOf(about?.body)).toEqual([
      ['Madrid', `c-${madrid}`],
      ['London', `c-${london}`],
    ])
    expect(about?.body).toContain('New York')
    expect(linksOf(about?.es)).toEqual([
      ['Madrid', `c-${madrid}`],
      ['Londres', `c-${london}`],
    ])
  })
})
