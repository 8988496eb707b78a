import { AxeBuilder } from '@axe-core/playwright'
import { sql } from 'kysely'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../src/app/testing/start.server.ts'
import { CHROMIUM_ARGUMENTS } from '../src/kit/testing/chromium.server.ts'

const executablePath = inject('chromiumPath')

describe.skipIf(executablePath === null)('customers', () => {
  let server: TestServer
  let browser: Browser
  let last = 0

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'customer flows', consoleFolder: new URL('../dist/console/', import.meta.url) })
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...CHROMIUM_ARGUMENTS] })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function make(values: { email?: string; status?: string } = {}): Promise<{ id: number; lastName: string; email: string }> {
    const lastName = `García ${++last}`
    const email = values.email ?? `ana.garcia.${last}@example.com`
    const { rows: [row] } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, phone, locale, status, is_verified)
      values (${email}, 'Ana', ${lastName}, '+34612345678', 'es', ${values.status ?? 'active'}, true) returning id`.execute(server.database.kysely)
    return { id: row?.id ?? 0, lastName, email }
  }

  async function enter(role: string, path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: 900 }, reducedMotion: 'reduce', colorScheme: options.colorScheme ?? 'light',
    })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: new RegExp(`\\b${role}$`) }).click()
    await page.waitForURL(/dashboard/)
    await page.goto(`${server.url}${path}`)
    return page
  }
  const open = (role: string, id: number) => enter(role, `/users/update?id=${id}`)
  async function violations(page: Page): Promise<string[]> {
    // The bar of the page's loading fades on for a moment after the page is there.
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor({ state: 'detached' })
    const found = await new AxeBuilder({ page }).analyze()
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  const saw = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

  it('are found by the address that they read out, which the list does not show', async () => {
    const { lastName, email } = await make()
    const page = await enter('sales-agent', '/users/list')
    const answers: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/rest/data/users/user')) void response.text().then((text) => answers.push(text), () => {})
    })
    await page.getByRole('searchbox', { name: 'Search' }).fill(email)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Ana ${lastName}` }) })
    await row.getByText('a•••@example.com').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(answers.join()).not.toContain(email)
    expect(await violations(page)).toEqual([])
    await row.getByRole('link', { name: `Ana ${lastName}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor()
    await page.context().close()
  })

  it('show their address for a reason, can then be changed, and hide it from whoever comes back', async () => {
    const { id, email } = await make()
    const page = await open('sales-agent', id)
    await page.getByRole('button', { name: 'Show personal data' }).click()
    const box = page.getByRole('dialog', { name: 'Show personal data' })
    await box.getByRole('textbox').fill('hm')
    await box.getByRole('button', { name: 'Show' }).click()
    await box.getByText('Say why, in a few words.').waitFor()
    expect(await saw(page)).not.toContain('+34612345678')
    await box.getByRole('textbox').fill('Calls about an order')
    await box.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email)
    expect(await page.getByRole('button', { name: 'Show personal data' }).count()).toBe(0)
    await page.getByLabel('Phone').fill('+34699999999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText(/saved/).waitFor()
    await page.getByText('+34•••99').waitFor()
    const { rows } = await sql<{ action: string; reason: string | null; phone: string }>`
      select a.action, a.reason, c.phone from audit_log a, customers c where a.object = 'customers' and a.record_id = ${String(id)} and c.id = ${id} order by a.id`
      .execute(server.database.kysely)
    expect(rows).toEqual([
      { action: 'reveal', reason: 'Calls about an order', phone: '+34699999999' }, { action: 'update', reason: null, phone: '+34699999999' },
    ])
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await box.getByRole('textbox').fill('Once more, to compare')
    await box.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('+34699999999')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.goBack()
    await page.getByText('+34•••99').waitFor()
    expect(await page.getByLabel('Phone').count()).toBe(0)
    await page.context().close()
  })

  it('carry notes, which their author takes back', async () => {
    const { id } = await make()
    const page = await open('sales-agent', id)
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('Nobody has noted anything yet.').waitFor()
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByText('Write the note.').waitFor()
    await notes.getByLabel('New note').fill('Prefers e-mail\nand short answers')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('listitem').getByText('Prefers e-mail').waitFor()
    expect(await notes.getByLabel('New note').inputValue()).toBe('')
    await notes.getByRole('button', { name: 'Take back the note of Amara Okonkwo' }).click()
    await notes.getByText('Nobody has noted anything yet.').waitFor()
    await page.context().close()
  })

  it('are seen as they see themselves: with a reason, once, under a banner, with nothing to change', async () => {
    const { id, lastName, email } = await make()
    const page = await open('sales-agent', id)
    await page.getByRole('button', { name: 'View as customer' }).click()
    const ask = page.getByRole('dialog', { name: 'View as customer' })
    await ask.getByRole('button', { name: 'Make link' }).click()
    await ask.getByText('Say why, in a few words.').waitFor()
    await ask.getByLabel('Reason').fill('Cannot find her voucher')
    expect(await violations(page)).toEqual([])
    await ask.getByRole('button', { name: 'Make link' }).click()
    const ready = page.getByRole('dialog', { name: 'Open the account' })
    const link = ready.getByRole('link', { name: 'Open in a new tab' })
    const address = `${server.url}${await link.getAttribute('href')}`
    const [view] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    const banner = view.getByRole('region', { name: 'Viewing as a customer' })
    await banner.getByText(`You are viewing the account of Ana ${lastName}. Read-only: nothing here can be changed.`).waitFor()
    await banner.getByText('Amara Okonkwo: Cannot find her voucher').waitFor()
    await view.getByText(email).waitFor()
    await view.getByText('You have not ordered anything yet.').waitFor()
    expect(view.url()).toBe(`${server.url}/customer-view`)
    expect(await view.evaluate(() => window.opener)).toBe(null)
    expect(await view.getByRole('textbox').count()).toBe(0)
    expect(await view.getByRole('button').allInnerTexts()).toEqual(['End'])
    expect(await violations(view)).toEqual([])
    await view.reload()
    await banner.waitFor()
    const second = await page.context().newPage()
    await second.goto(address)
    await second.getByText(/This link has been used or is older than a minute/).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Opened by staff').waitFor()
    await banner.getByRole('button', { name: 'End' }).click()
    await view.getByRole('heading', { level: 1, name: 'The account is closed' }).waitFor()
    await view.reload()
    await view.getByText(/This page opens with a link/).waitFor()
    await page.context().close()
  })

  it('who work here, or of whom nothing is known any more, are nobody’s to look at', async () => {
    const colleague = await make({ email: 'leila.haddad@demo.marquee.example' })
    const gone = await make({ status: 'anonymised' })
    for (const { id } of [colleague, gone]) {
      const page = await open('admin', id)
      await page.getByRole('region', { name: 'Sessions' }).waitFor()
      expect(await page.getByRole('button', { name: 'View as customer' }).count()).toBe(0)
      await page.context().close()
    }
  })

  it('can be read, and no more, by people without write on users: no call of theirs is refused', async () => {
    const { id } = await make()
    const page = await open('finance', id)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await page.reload()
    await page.getByText(/You can read this page but not change it/).waitFor()
    await page.getByRole('region', { name: 'Notes' }).waitFor()
    for (const name of ['Show personal data', 'View as customer', 'Add note', 'Save']) expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.getByText('a•••@example.com').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each([[1440, 'light'], [1440, 'dark'], [390, 'light'], [390, 'dark']] as const)('are readable for everybody at %i px, %s', async (width, colorScheme) => {
    const { id } = await make()
    const page = await enter('sales-agent', `/users/update?id=${id}`, { width, colorScheme })
    await page.getByRole('region', { name: 'Notes' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await page.context().close()
  })
})
