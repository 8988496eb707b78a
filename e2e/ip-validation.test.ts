import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { faultsOf } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { makeBreakGlass } from '../src/platform/auth/addresses/break-glass.server.ts'
import { installJobs, type Jobs, startJobs } from '../src/core/jobs/jobs.server.ts'
import { silent } from '../src/db/testing/embedded-database.server.ts'
import { roleTitle } from '../src/platform/auth/role-labels.ts'

describe.skipIf(inject('chromiumPath') === null)('IP validation and messages', () => {
  let product: Product
  let server: TestServer
  let jobs: Jobs

  beforeAll(async () => {
    product = await startProduct({ name: 'ip flows', env: { TRUSTED_PROXIES: '127.0.0.1' } })
    server = product.server
    await installJobs(server.database)
    jobs = startJobs({ database: server.database, log: silent, jobs: server.jobs })
  })
  afterAll(async () => {
    await jobs?.stop()
    await product?.stop()
  })

  /** A visitor's browser on a given network. */
  async function visitor(address: string, more: { width?: number; dark?: boolean } = {}): Promise<Page> {
    const context = await product.browser.newContext({
      viewport: { width: more.width ?? 1440, height: 900 },
      colorScheme: more.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': address },
    })
    context.setDefaultTimeout(15_000)
    return await context.newPage()
  }
  const logIn = async (page: Page, role: string) => {
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: new RegExp(`\\b${roleTitle(role)}$`) }).click()
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const told = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

  async function admin(path: string): Promise<Page> {
    const page = await visitor('198.51.100.1')
    await logIn(page, 'admin')
    await page.waitForURL(/dashboard/)
    await page.goto(server.url + path)
    return page
  }

  it('is turned on by a first range, which must contain the address of the person who saves it', async () => {
    const page = await admin('/ip-validation/ranges')
    await page.getByText('Off. Any IP can sign in.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'New IP range' }).click()
    await heading(page, 'New IP range').waitFor()
    await page.getByLabel('Range').fill('203.0.113.0')
    await page.getByLabel('Label').fill('Lisbon office')
    await page.getByRole('textbox', { name: 'Owner' }).fill('Facilities')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: /it must include your own address, 198\.51\.100\.1/ }).waitFor()
    await expect.poll(() => page.getByLabel('Range').getAttribute('aria-invalid')).toBe('true')
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Range').fill('198.51.100.0/24')
    await page.getByRole('button', { name: 'Create' }).click()
    await told(page, 'IP range Lisbon office created').waitFor()
    await page.getByText('Your IP: 198.51.100.1, in a range.').waitFor()
    await page.goto(`${server.url}/ip-validation/ranges`)
    await page.getByRole('link', { name: 'Lisbon office' }).waitFor()
    // The one range that lets the person in cannot be ended.
    await page.getByRole('checkbox', { name: 'Select row' }).click()
    await page.getByRole('button', { name: 'End now' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
    const box = page.getByRole('alertdialog', { name: 'No verifications ended' })
    expect(await box.innerText()).toContain('This would lock you out')
    await box.getByRole('button', { name: 'OK' }).click()
    await page.context().close()
  })

  it('refuses a person at home, who reads the code in the demo inbox, enters it, and is in', async () => {
    const page = await visitor('203.0.113.7')
    await logIn(page, 'finance')
    await page.waitForURL(/\/ip-validation\?unverifiedIP=true$/)
    await heading(page, 'IP validation').waitFor()
    await page.getByText('from a new IP address, 203.0.113.7').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const field = page.getByLabel('Code')
    await field.waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Send another code in \d+ s$/ }).isDisabled()).toBe(true)
    const inbox = await page.context().newPage()
    await inbox.goto(`${server.url}/demo-inbox`)
    const letter = inbox.getByRole('article', { name: 'Your code for Marquee' })
    await letter.waitFor()
    expect(await faultsOf(inbox)).toEqual([])
    const code = /\b\d{6}\b/.exec(await letter.innerText())?.[0] ?? ''
    await field.fill(code === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong code. 4 tries left.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await field.fill(code)
    await page.keyboard.press('Enter')
    await page.getByText('203.0.113.7 is trusted for 30 days').waitFor()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: /\bFinance$/ }).click()
    await page.waitForURL(/dashboard/)
    await heading(page, 'Dashboard').waitFor()
    await page.context().close()
  })

  it('is proved by the link of the email as well, in the browser that was refused', async () => {
    const page = await visitor('203.0.113.8', { width: 390, dark: true })
    await logIn(page, 'sales-agent')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.url}/demo-inbox`)
    await page.getByRole('article').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page
      .getByRole('article')
      .filter({ hasText: 'amara.okonkwo' })
      .getByRole('link', { name: 'Enter the code' })
      .click()
    await page.getByText('203.0.113.8 is trusted for 30 days').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    // Elsewhere the same link opens nothing.
    const thief = await visitor('203.0.113.8')
    await thief.goto(`${server.url}/ip-validation#code=123456`)
    await thief.getByText('Nothing has been refused in this browser').waitFor()
    await thief.context().close()
    await page.context().close()
  })

  it('lets an admin approve who asks for it, and shows it to them without a reload', async () => {
    const page = await visitor('203.0.113.9')
    await logIn(page, 'read-only')
    await page.getByRole('button', { name: 'Ask an administrator' }).click()
    await page.getByRole('button', { name: 'The administrators have been asked' }).waitFor()
    const boss = await admin('/ip-validation/verifications')
    const row = boss.getByRole('row').filter({ hasText: '203.0.113.9' })
    await row.getByText(/Chrome \d+ on Linux/).waitFor()
    await row.getByRole('checkbox', { name: 'Select row' }).click()
    expect(await faultsOf(boss)).toEqual([])
    await boss.getByRole('button', { name: 'Approve' }).click()
    const dialog = boss.getByRole('dialog', { name: 'Approve?' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('Enter a short reason.').waitFor()
    await dialog.getByRole('textbox').fill('Called back on the usual number')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await told(boss, 'Leïla Haddad can sign in now').waitFor()
    await row.getByText('Approved').waitFor()
    await page.getByText('An administrator has let you in.').waitFor()
    await boss.goto(`${server.url}/ip-validation/trusts`)
    await boss.getByRole('row').filter({ hasText: 'Leïla' }).getByRole('checkbox', { name: 'Select row' }).click()
    expect(await faultsOf(boss)).toEqual([])
    await boss.getByRole('button', { name: 'Stop trusting' }).click()
    await boss.getByRole('alertdialog').getByRole('button', { name: 'Stop trusting' }).click()
    await told(boss, 'The address is no longer trusted').waitFor()
    await logIn(page, 'read-only')
    await page.waitForURL(/unverifiedIP=true$/)
    await page.context().close()
    await boss.context().close()
  })

  it('opens to a break-glass code without any mail', async () => {
    const page = await visitor('203.0.113.10')
    await logIn(page, 'catalogue-editor')
    await page.getByRole('button', { name: 'I have a break-glass code' }).click()
    const { code } = await server.database.kysely
      .transaction()
      .execute((db) => makeBreakGlass(db, 'mateo.villanueva@demo.marquee.example'))
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Verify this address' }).click()
    await page.getByText('All done.').waitFor()
    await page.context().close()
  })

  it('shows every message with what it says, and sends it again', async () => {
    const page = await admin('/messages/list')
    await page.getByRole('row').filter({ hasText: 'Your code for Marquee' }).first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Leïla Haddad asks to be let in from 203.0.113.9' }).first().click()
    await heading(page, 'Leïla Haddad asks to be let in from 203.0.113.9').waitFor()
    const text = page.getByRole('region', { name: 'Message' })
    await text.getByText('then approve or deny it').waitFor()
    expect(await faultsOf(page)).toEqual([])
    // On a phone an address has a line for itself.
    await page.setViewportSize({ width: 390, height: 844 })
    const address = page.getByRole('definition').filter({ hasText: '@' })
    expect(
      await address.evaluate((one) => one.clientHeight < 2 * Number.parseFloat(getComputedStyle(one).lineHeight)),
    ).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Send again' }).click()
    await told(page, 'The message is on its way again').waitFor()
    const { rows } = await sql`select 1 from audit_log where action = 'resend'`.execute(server.database.kysely)
    expect(rows).toHaveLength(1)
    await page.context().close()
  })
})
