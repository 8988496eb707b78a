import { copyFileSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../db/migrate.server.ts'
import {
  type EmbeddedDatabase,
  makeDataDir,
  openEmbeddedForTest,
  silent,
} from '../../db/testing/embedded-database.server.ts'

const folder = new URL('../../db/migrations/', import.meta.url)
const own = '0365_alias_questions.sql'

let embedded: EmbeddedDatabase
let before: string
beforeAll(async () => {
  before = await makeDataDir('former-questions')
  for (const name of readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.sql') && name < own))
    copyFileSync(new URL(name, folder), join(before, name))
  embedded = await openEmbeddedForTest()
  await embedded.db.pool.query('drop schema public cascade; create schema public')
  await migrate(embedded.db, pathToFileURL(before), silent)
}, 120_000)
afterAll(async () => {
  await embedded?.drop()
  await rm(before, { recursive: true, force: true })
})

it('brings along the questions that named their language: each to its own, and those of no language of the site to the source', async () => {
  const { pool } = embedded.db
  const one = (locale: string, question: string, answer: string) => ({ locale, question, answer })
  const given: Record<string, ReturnType<typeof one>[]> = {
    mixed: [
      one('en', 'A & B?', 'One.\nTwo  "three".'),
      one('es', '¿A y B?', 'Uno.'),
      one('en', 'More?', 'No.'),
      one('qaa', 'Former?', 'Kept.'),
    ],
    spanish: [one('es', '¿Solo?', 'Sí.')],
    none: [],
  }
  await pool.query(`
    insert into locales (code, name, native_name, is_enabled_on_site, fallback_id)
    select 'es', 'Spanish', 'español', true, id from locales where is_default on conflict do nothing`)
  await pool.query(`set session_replication_role = replica`)
  for (const [title, faq] of Object.entries(given))
    await pool.query(`insert into aliases (title, city_id, faq) values ($1, 1, $2)`, [title, JSON.stringify(faq)])
  await pool.query(`set session_replication_role = default`)
  const { applied } = await migrate(embedded.db, folder, silent)
  expect(applied).toContain('0365_alias_questions')
  const { rows } = await pool.query(`
    select a.title, a.faq, x.locale, x.text, x.status, x.source = coalesce(a.faq, '') and x.outdated_at is null as "isCurrent"
    from aliases a left join translations x on x.resource = 'aliases' and x.record_id = a.id order by a.title`)
  const source =
    '<h3>A &amp; B?</h3><p>One.</p><p>Two &quot;three&quot;.</p><h3>More?</h3><p>No.</p><h3>Former?</h3><p>Kept.</p>'
  expect(rows).toEqual([
    {
      title: 'mixed',
      faq: source,
      locale: 'es',
      text: '<h3>¿A y B?</h3><p>Uno.</p>',
      status: 'approved',
      isCurrent: true,
    },
    { title: 'none', faq: null, locale: null, text: null, status: null, isCurrent: null },
    {
      title: 'spanish',
      faq: null,
      locale: 'es',
      text: '<h3>¿Solo?</h3><p>Sí.</p>',
      status: 'approved',
      isCurrent: true,
    },
  ])
}, 120_000)
