import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { seedImages } from './seed-images.server.ts'
import { demoScenes } from './seed-scenes.ts'

it(
  'paints each picture once, says what it shows in both languages, and shows it where there was none',
  { timeout: 60_000 },
  async () => {
    const server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo-images' })
    const dataDir = await mkdtemp(join(tmpdir(), 'marquee-demo-images-'))
    onTestFinished(async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    const db = server.database.kysely
    const records = maker(db, resources, examples)
    const product = await records.make('products', { imageIds: [] })
    const event = await records.make('events', { type: 'theatre', imageIds: [] })
    const settings = { dataDir, imageStore: undefined }
    await seedImages(db, settings)
    const { rows } = await sql<{ fileName: string; spanish: string }>`
    select i.file_name as "fileName", t.text as spanish from images i
      join translations t on t.resource = 'images' and t.record_id = i.id and t.field = 'altText' and t.locale = 'es'
    where i.credit = 'Marquee' order by i.id`.execute(db)
    expect(rows.map(({ fileName }) => fileName)).toEqual(demoScenes.map(({ fileName }) => fileName))
    const shown = async () =>
      (
        await sql<{ files: string[] }>`
    select array(select file_name from images where id = any(r.image_ids)) as files
    from (select image_ids from products where id = ${product} union all select image_ids from events where id = ${event}) r`.execute(
          db,
        )
      ).rows
    const before = await shown()
    expect(before[0]?.files.length).toBeGreaterThan(0)
    expect(before[1]?.files).toEqual(['theatre-night.jpg'])
    await seedImages(db, settings)
    expect(await shown()).toEqual(before)
  },
)

it('paints a scene the same every time, and no two alike', () => {
  const painted = demoScenes.map((scene) => Buffer.from(scene.paint(120, 80).pixels).toString('base64'))
  expect(new Set(painted).size).toBe(demoScenes.length)
  expect(demoScenes.map((scene) => Buffer.from(scene.paint(120, 80).pixels).toString('base64'))).toEqual(painted)
})
