import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { isTorture, rounds } from '../../core/testing/rounds.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { pageDelay } from './testing/slow-list.server.ts'

const postgresUrl = inject('postgresUrl')
const kills = rounds.kills
/** More than one process imports before it is killed. */
const codesARound = 120
const program = fileURLToPath(new URL('./testing/import-until-killed.server.ts', import.meta.url))

interface Found {
  readonly products: number
  readonly imported: number
  readonly twice: number
  readonly half: number
  readonly inHand: number
  readonly failed: number
  readonly cursor: string | null
  readonly listed: number | null
}

describe.skipIf(postgresUrl === null)('an import that is killed', () => {
  let server: TestServer
  let dataDir: string
  let [cityId, subcategoryId] = [0, 0]
  const db = () => server.database.kysely
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'killed imports' })
    dataDir = await mkdtemp(join(tmpdir(), 'marquee-imports-'))
    ;({ cityId } = await makeCatalogue(db()))
    subcategoryId = await maker(db(), resources, examples).make('subcategories')
  })
  afterAll(async () => {
    await server?.stop()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  })

  async function queue(round: number): Promise<void> {
    await sql`
      insert into product_codes_tiqets (code, status, city_id, subcategory_id)
      select (970000 + n)::text, 'queued', ${cityId}::bigint, ${subcategoryId}::bigint
      from generate_series(${round * codesARound}::integer, ${(round + 1) * codesARound - 1}::integer) n`.execute(db())
  }

  async function start(...words: string[]) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db())
    const url = new URL(postgresUrl ?? '')
    url.pathname = `/${rows[0]?.name ?? ''}`
    return spawn(process.execPath, [program, dataDir, ...words], {
      env: { ...process.env, DATABASE_URL: url.href },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  /** A process that imports, killed at a moment that is drawn. */
  async function importUntilKilled(): Promise<void> {
    const child = await start()
    const ended = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), ended])
    // After a number of products that is drawn, and a moment more.
    const enough = (await look()).products + Math.random() * 0.8 * codesARound
    for (const since = Date.now(); Date.now() - since < 30_000 && child.exitCode === null; await sleep(50))
      if ((await look()).products >= enough) break
    await Promise.race([ended, sleep(Math.random() * 400)])
    expect(child.exitCode, 'the process ended by itself').toBeNull()
    child.kill('SIGKILL')
    await ended
  }

  /** A process that reads the list, killed once its cursor has moved and while it waits for the next page. Answers with the pages it asked for. */
  async function readUntilKilled(): Promise<readonly number[]> {
    const { cursor: before } = await look()
    const child = await start('list')
    const [ended, said] = [once(child, 'exit'), [] as string[]]
    child.stdout.setEncoding('utf8').on('data', (words: string) => said.push(words))
    for (const since = Date.now(); Date.now() - since < 30_000 && child.exitCode === null; await sleep(10)) {
      const { cursor } = await look()
      if (cursor !== null && cursor !== before) break
    }
    await sleep(Math.random() * 0.8 * pageDelay)
    expect(child.exitCode, 'the process ended by itself').toBeNull()
    child.kill('SIGKILL')
    await ended
    return Array.from(said.join('').matchAll(/page (\d+)/g), ([, page]) => Number(page))
  }

  async function look(): Promise<Found> {
    const {
      rows: [found],
    } = await sql<Found>`
      with made as (select p.* from products p join providers v on v.id = p.provider_id where v.code = 'tiqets')
      select (select count(*)::integer from made) as products,
        (select count(*)::integer from product_codes_tiqets c join made p on p.id = c.product_id and p.supplier_code = c.code where c.status = 'imported') as imported,
        (select count(*)::integer from (select from made group by supplier_code having count(*) > 1) twice) as twice,
        (select count(*)::integer from made p where p.option_count = 0 or not exists (select from product_age_bands b where b.product_id = p.id)
          or not exists (select from audit a where a.object = 'products' and a.record_id = p.id::text and a.action = 'create')) as half,
        (select count(*)::integer from product_codes_tiqets where status = 'fetching') as "inHand",
        (select count(*)::integer from product_codes_tiqets where status not in ('queued', 'fetching', 'imported')) as failed,
        (select cursor from supplier_syncs where supplier = 'tiqets') as cursor,
        (select listed from supplier_deltas where supplier = 'tiqets' and state = 'reading') as listed`.execute(db())
    if (!found) throw new Error('The database did not answer.')
    return found
  }

  /** As if the four minutes had passed for which a process keeps what it has in hand. */
  async function letTimePass(): Promise<void> {
    await sql`update product_codes_tiqets set next_try_at = now() where status = 'fetching'`.execute(db())
    await sql`update supplier_syncs set lease_until = now() - interval '1 second'`.execute(db())
  }

  it(
    'leaves no product twice, none half made, and no cursor behind its pages',
    async () => {
      const listedAt = new Map<string, number>()
      for (let round = 0; round < kills; round++) {
        await queue(round)
        await importUntilKilled()
        const { inHand, cursor, listed, ...found } = await look()
        expect(found, `after ${round + 1} kills`).toMatchObject({
          imported: found.products,
          twice: 0,
          half: 0,
          failed: 0,
        })
        // The same page of the list always comes after the same number of entries: none was skipped, none stored twice.
        if (listed !== null) {
          const place = cursor ?? 'the beginning'
          expect(listed, place).toBe(listedAt.get(place) ?? listed)
          listedAt.set(place, listed)
        }
        if (isTorture)
          process.stderr.write(
            `kill ${round + 1}: ${found.products} products, ${inHand} codes in hand, list at ${cursor ?? 'no page'} after ${listed ?? 'no'} entries\n`,
          )
        await letTimePass()
      }
      await server.runJob('import-supplier-codes')
      await server.runJob('sync-tiqets')
      expect(await look()).toMatchObject({
        products: kills * codesARound,
        imported: kills * codesARound,
        twice: 0,
        half: 0,
        inHand: 0,
        cursor: null,
        listed: null,
      })
    },
    kills * 60_000,
  )

  it(
    'goes on with its list at the very page where it was killed',
    async () => {
      // All that the simulator lists, so that every page brings something.
      await sql`
        insert into product_codes_tiqets (code, status, city_id, subcategory_id)
        select (970000 + n)::text, 'queued', ${cityId}::bigint, ${subcategoryId}::bigint from generate_series(0, 329) n
        on conflict do nothing`.execute(db())
      await server.runJob('import-supplier-codes')
      // What it does not list would be asked for after every reading.
      await sql`update products set status = 'retired' where supplier_code > '970329' and supplier_code like '97%'`.execute(
        db(),
      )
      await letTimePass()
      const { products } = await look()
      const listedAt = new Map<string, number>()
      let [between, cursor] = [0, null as string | null]
      for (let round = 0; round < kills; round++) {
        const pages = await readUntilKilled()
        expect(pages[0], `after ${round} kills`).toBe(Number(cursor ?? 1))
        const found = await look()
        ;({ cursor } = found)
        expect(found).toMatchObject({ products, imported: products, twice: 0, half: 0 })
        if (cursor !== null) {
          between++
          expect(found.listed, cursor).toBe(listedAt.get(cursor) ?? found.listed)
          listedAt.set(cursor, found.listed ?? -1)
        }
        if (isTorture)
          process.stderr.write(
            `kill ${round + 1} in the list: asked for pages ${pages.join(', ')}, cursor at ${cursor ?? 'no page'}\n`,
          )
        await letTimePass()
      }
      // The process is seen from outside, so now and then one gets to the end of its list first.
      expect(between).toBeGreaterThanOrEqual(Math.ceil(kills / 2))
      await server.runJob('sync-tiqets')
      expect(await look()).toMatchObject({
        products,
        imported: products,
        twice: 0,
        half: 0,
        cursor: null,
        listed: null,
      })
      // Four pages, of which three begin with the last entry of the page before.
      const { rows } = await sql<{ listed: number; changes: number }>`
        select listed, (select count(*)::integer from supplier_changes where delta_id = d.id) as changes
        from supplier_deltas d where supplier = 'tiqets' order by id desc limit 1`.execute(db())
      expect(rows).toEqual([{ listed: 333, changes: 330 }])
    },
    kills * 60_000,
  )
})
