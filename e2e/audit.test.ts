import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { noteHead } from '../src/platform/audit/testing/head-notes.server.ts'
import { system } from '../src/core/access/access.ts'
import { appendAudit } from '../src/core/audit/audit.server.ts'
import { chooseAction } from './actions.ts'
import { faultsOf, type Look, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the audit page', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let folder: string
  let coupon: { id: number; code: string }
  const forbidden: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-audit-'))
    product = await startProduct({ name: 'audit flows', env: { AUDIT_HEADS_FILE: join(folder, 'heads.jsonl') } })
    server = product.server
    admin = await server.signIn('admin')
    const reply = await admin.post('/rest/data/coupons', {
      code: 'AUDIT-FLOW',
      name: 'Spring',
      kind: 'fixed',
      amounts: [{ currency: 'EUR', amount: 1250 }],
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    coupon = reply.body as typeof coupon
    await admin.patch(`/rest/data/coupons/${coupon.id}`, {
      name: 'Summer',
      amounts: [{ currency: 'EUR', amount: 2000 }],
    })
    await (await server.signIn('no-access')).get('/rest/data/coupons')
    // Nothing can be noted before the first entry is sealed, a moment after its call.
    await vi.waitFor(async () =>
      expect(await noteHead(server.database.kysely, join(folder, 'heads.jsonl'))).toBeDefined(),
    )
  })
  afterAll(async () => {
    await product?.stop()
    await rm(folder, { recursive: true, force: true })
    // Whatever happened on the way, no one was asked whether they have been logged out.
    expect(forbidden).toEqual([])
  })

  async function enter(role: string, path: string, look?: Partial<Look>): Promise<Page> {
    const { page, refused } = await product.enter(role, path, look)
    page.once('close', () =>
      forbidden.push(...refused.filter((answer) => answer.startsWith('403')).map((answer) => `${role}: ${answer}`)),
    )
    return page
  }
  const rows = (page: Page) => page.getByRole('table', { name: 'Audit' }).getByRole('row')
  const count = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })

  it('leads from a record to its history, and from an entry back to the record', async () => {
    const page = await enter('admin', `/coupons/update?id=${coupon.id}`)
    await chooseAction(page, 'History')
    await page
      .getByRole('dialog', { name: /^History of coupon/ })
      .getByRole('link', { name: 'View in audit log' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    await count(page).getByText('1–2 of 2').waitFor()
    await rows(page).getByText('Name: Spring → Summer; Amounts: €12.50 → €20.00').waitFor()
    await page
      .getByRole('link')
      .filter({ hasText: /20\d\d, \d\d:\d\d:\d\d/ })
      .first()
      .click()
    const entry = page.getByRole('dialog', { name: /^Entry \d/ })
    const changes = entry.getByRole('table', { name: 'Fields' })
    await changes.getByText('Summer').waitFor()
    expect(await changes.getByRole('row').allInnerTexts()).toEqual([
      'Field\tBefore\tAfter',
      'Name\tSpring\tSummer',
      'Amounts\t€12.50\t€20.00',
    ])
    await entry.getByText('ingrid.solheim@demo.marquee.example').waitFor()
    await entry.getByRole('button', { name: 'Next entry' }).click()
    await entry.getByRole('heading', { name: 'Values' }).waitFor()
    expect(page.url()).toContain('row=')
    expect(await faultsOf(page)).toEqual([])
    await entry.getByRole('link', { name: 'Open the record' }).click()
    await page.waitForURL(`${server.url}/coupons/update?id=${coupon.id}`)
    await page.context().close()
  })

  it('narrows to what was refused, to a person, an action, a time; the address says so and Back undoes it', async () => {
    const page = await enter('admin', '/audit/list')
    const choose = async (what: string, option: string) => {
      await page.getByRole('button', { name: what, exact: true }).click()
      await page.getByRole('dialog', { name: what }).getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Outcome', 'Refused')
    await rows(page).getByText('Refused').waitFor()
    await expect.poll(() => rows(page).getByText('Signed in').count()).toBe(0)
    await choose('Person', 'Ingrid Solheim · ingrid.solheim@demo.marquee.example')
    await page.getByText('No audit entries match your search and filters').waitFor()
    await page.goBack()
    await rows(page).getByText('Refused').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await choose('Action', 'Created')
    await count(page)
      .getByText(/^1–1 of 1$/)
      .waitFor()
    await choose('Time', 'Last hour')
    await expect.poll(() => page.url()).toContain('%22gte%22')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00')
    await page.getByText('No audit entries match your search and filters').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await choose('Object', 'Coupon')
    await rows(page).getByText('GET /rest/data/coupons').waitFor()
    await page.context().close()
  })

  it('finds an entry by its request number', async () => {
    const refused = await (await server.signIn('no-access')).get('/rest/data/purchases')
    const page = await enter('admin', '/audit/list')
    await page.getByRole('searchbox', { name: 'Search' }).fill((refused.body as { requestId: string }).requestId)
    await count(page)
      .getByText(/^1–1 of 1$/)
      .waitFor()
    await rows(page).getByText('GET /rest/data/purchases').waitFor()
    await page.getByRole('button', { name: /^Remove filter Request:/ }).click()
    await rows(page).getByText('Created').waitFor()
    await page.context().close()
  })

  it('works by keyboard alone: into the list, along the rows, into an entry and back', async () => {
    const page = await enter('admin', '/audit/list')
    const first = page
      .getByRole('link')
      .filter({ hasText: /20\d\d, \d\d:\d\d:\d\d/ })
      .first()
    await first.waitFor()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const entry = page.getByRole('dialog', { name: /^Entry \d/ })
    await entry.waitFor()
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('row=')
    await page.context().close()
  })

  it('gives what is filtered as a file', async () => {
    const page = await enter(
      'admin',
      `/audit/list?filter=${encodeURIComponent(JSON.stringify({ object: 'coupons', recordId: String(coupon.id) }))}`,
    )
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Name: Spring → Summer; Amounts: €12.50 → €20.00')
    await page.context().close()
  })

  it('pages on to older entries and back, and reads forwards when asked to', async () => {
    const db = server.database.kysely
    const many = Array.from({ length: 120 }, (_, n) => ({
      action: 'walk',
      object: 'walks',
      recordId: n,
      title: `Step ${n}`,
    }))
    await db.transaction().execute((transaction) => appendAudit(transaction, many, { actor: system('tests') }))
    const page = await enter('admin', `/audit/list?filter=${encodeURIComponent('{"object":"walks"}')}`)
    const walk = page.getByRole('navigation', { name: 'Pagination' })
    await rows(page).getByText('Step 119', { exact: true }).waitFor()
    await walk.getByText('1–50 of 120').waitFor()
    await walk.getByRole('button', { name: 'Next page' }).click()
    await rows(page).getByText('Step 69', { exact: true }).waitFor()
    await walk.getByRole('button', { name: 'Next page' }).click()
    await rows(page).getByText('Step 0', { exact: true }).waitFor()
    expect(await walk.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
    await walk.getByRole('button', { name: 'Previous page' }).click()
    await rows(page).getByText('Step 69', { exact: true }).waitFor()
    await walk.getByRole('button', { name: 'First page' }).click()
    await rows(page).getByText('Step 119', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sort When' }).click()
    await rows(page).getByText('Step 0', { exact: true }).waitFor()
    await walk.getByRole('button', { name: 'Next page' }).click()
    await rows(page).getByText('Step 50', { exact: true }).waitFor()
    await page.context().close()
  })

  it('verifies the chain, says where its head is noted, and what is wrong when it is broken', async () => {
    const page = await enter('admin', '/audit/list')
    const chain = page.getByRole('region', { name: 'Chain' })
    await chain.getByText(/Noted outside the database .* in heads\.jsonl on the server/).waitFor()
    await chain.getByRole('button', { name: 'Verify the chain' }).click()
    await chain
      .getByText(
        /^The chain is whole: \d+ entries checked, none changed and none missing, and (the head noted outside agrees|\d+ heads noted outside agree)\.$/,
      )
      .waitFor()

    const db = server.database.kysely
    const alter = (title: string) =>
      db.transaction().execute(async (transaction) => {
        await sql`alter table audit_log disable trigger all`.execute(transaction)
        await sql`update audit_log set title = ${title} where id = 3`.execute(transaction)
        await sql`alter table audit_log enable trigger all`.execute(transaction)
      })
    const {
      rows: [third],
    } = await sql<{ title: string }>`select title from audit_log where id = 3`.execute(db)
    await alter('Something else')
    await chain.getByRole('button', { name: 'Verify the chain' }).click()
    const alarm = chain.getByRole('alert')
    await alarm.getByRole('heading', { name: 'The chain is broken at entry 3' }).waitFor()
    expect(await alarm.innerText()).toContain(
      'It doesn’t match its seal: the entry, its seal or the one before was changed. The 2 entries before it are unchanged.',
    )
    expect(await faultsOf(page)).toEqual([])
    await alarm.getByRole('button', { name: 'Open entry 3' }).click()
    await page.getByRole('dialog', { name: 'Entry 3' }).waitFor()
    await alter(third?.title ?? '')
    await page.context().close()
  })

  it('is not there for people without it: no menu item, no way to it from a history, no such page', async () => {
    const page = await enter('sales-agent', `/coupons/update?id=${coupon.id}`)
    await page.getByRole('heading', { level: 1, name: coupon.code }).waitFor()
    await chooseAction(page, 'History')
    await page.getByRole('list', { name: 'Versions' }).getByText('Summer').waitFor()
    expect(await page.getByRole('link', { name: 'View in audit log' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Audit').count()).toBe(0)
    await page.goto(`${server.url}/audit/list`)
    await page.waitForURL(/\/404/)
    await page.context().close()
  })

  it('offers no export to people who can only read', async () => {
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'audit' from roles where name = 'read-only' on conflict do nothing`.execute(
      server.database.kysely,
    )
    const page = await enter('read-only', '/audit/list')
    await rows(page).getByText('Signed in').first().waitFor()
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText(/^The chain is whole/).waitFor()
    await page.context().close()
  })

  it('says what went wrong and how to go on when the server does not answer', async () => {
    const page = await enter('admin', '/audit/list?q=first')
    await page.getByText('No audit entries match your search and filters').waitFor()
    await page.route(/\/rest\/data\/audit\?/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"error":"Internal","message":"Something broke here.","requestId":"r-1"}',
      }),
    )
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    const failure = page.getByRole('cell').filter({ hasText: 'Audit didn’t load' })
    await failure.getByText('Request r-1').waitFor()
    // One alert for one failure, which the list itself does not say again; nor that there are no rows.
    expect(await page.getByRole('alert').count()).toBeLessThan(2)
    expect(await page.getByRole('navigation', { name: 'Pagination' }).innerText()).not.toContain('No rows')
    await page.unroute(/\/rest\/data\/audit\?/)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await rows(page).getByText('Signed in').first().waitFor()
    await page.context().close()
  })

  it.each(looks)(
    'has nothing for axe to find at $width px, $colorScheme, as a list and with an entry open',
    async (look) => {
      // A few rows of every sort; fifty more of the same would only take longer.
      const few = `/audit/list?filter=${encodeURIComponent('{"object":"coupons"}')}`
      const page = await enter('admin', few, look)
      await rows(page).getByText('Refused').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await scrollsSideways(page)).toBe(false)
      await page.goto(`${server.url}${few}&row=3`)
      await page.getByRole('dialog', { name: 'Entry 3' }).getByRole('heading', { name: 'Place in the chain' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    },
  )
})
