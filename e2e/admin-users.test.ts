import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { chooseAction, openActions } from './actions.ts'
import { faultsOf, looks, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'
import { seedAdminUsers } from '../src/features/staff/people/seed-admin-users.server.ts'
import { roleTitle } from '../src/platform/auth/role-labels.ts'

/** What people do with the accounts of their colleagues, and with their own access. */
describe.skipIf(inject('chromiumPath') === null)('the people who work in the console', () => {
  let product: Product
  let server: TestServer

  beforeAll(async () => {
    product = await startProduct({ name: 'admin user flows' })
    server = product.server
    await server.database.kysely.transaction().execute(seedAdminUsers)
  })
  afterAll(async () => {
    await product?.stop()
  })

  const db = () => server.database.kysely

  async function signIn(page: Page, role: string): Promise<void> {
    await page.getByRole('button', { name: new RegExp(`\\b${roleTitle(role)}$`) }).click()
  }

  const enter: Product['enter'] = (...words) => product.enter(...words)
  const open = async (page: Page, name: string) => {
    await page.goto(`${server.url}/admin-users/list?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('region', { name: 'Sessions' }).waitFor()
  }
  const said = (page: Page, text: string | RegExp) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()
  const makeStale = (email: string) =>
    sql`
    update sessions set created_at = now() - interval '6 minutes' where staff_id = (select id from staff where email = ${email})`.execute(
      db(),
    )

  it('invites a colleague, shows mistakes on their fields, and puts an email into the outbox', async () => {
    const { page, refused } = await enter('admin', '/admin-users/list')
    await page.getByRole('link', { name: 'Invite' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('rosa.alba')
    await page.getByLabel('First name').fill('Rosa')
    await page.getByLabel('Last name').fill('Alba')
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.getByRole('alert').filter({ hasText: 'Email must be an email address' }).waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill('rosa.alba@marquee.example')
    await page.getByLabel('Role').selectOption('finance')
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.waitForURL(/admin-users\/update\?id=/)
    await page.getByRole('region', { name: 'Account' }).getByText('Invited', { exact: true }).waitFor()
    const { rows } = await sql`select template from messages where recipient = 'rosa.alba@marquee.example'`.execute(
      db(),
    )
    expect(rows).toEqual([{ template: 'staff-invitation' }])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('suspends a colleague, whose open console finds itself signed out on the next click, and lets them in again', async () => {
    const colleague = await enter('catalogue-editor', '/dashboard')
    const { page } = await enter('admin', '/dashboard')
    await open(page, 'Mateo Villanueva')
    await chooseAction(page, 'Suspend')
    const box = page.getByRole('dialog', { name: 'Suspend Mateo Villanueva?' })
    await box.getByRole('button', { name: 'Suspend' }).click()
    await box.getByText('Enter a reason of at least 3 characters.').waitFor()
    await box.getByRole('textbox').fill('Lost the laptop')
    await box.getByRole('button', { name: 'Suspend' }).click()
    await said(page, 'Mateo Villanueva suspended')
    await page.getByRole('region', { name: 'Account' }).getByText('Lost the laptop').waitFor()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Suspended').first().waitFor()

    await colleague.page.getByRole('button', { name: 'Your access' }).click()
    await colleague.page.getByRole('alertdialog', { name: 'Confirm logout' }).waitFor()

    await page.getByRole('button', { name: 'Reactivate' }).click()
    const again = page.getByRole('dialog', { name: 'Reactivate Mateo Villanueva?' })
    await again.getByRole('textbox').fill('Found it')
    await again.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('region', { name: 'Account' }).getByText('Active', { exact: true }).waitFor()
    await page.context().close()
    await colleague.page.context().close()
  })

  it('shows sessions with device and place, and ends one or all', async () => {
    const { page, refused } = await enter('admin', '/dashboard')
    await open(page, 'Beatriz Carvalho')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await sessions.getByText('Safari 26 on macOS').waitFor()
    await sessions.getByText('203.0.113.20, public internet').waitFor()
    await sessions.getByRole('button', { name: 'End the session of Safari 26 on macOS, 203.0.113.20' }).click()
    await said(page, '1 session ended')
    await sessions.getByText('Revoked').waitFor()
    expect(await sessions.getByRole('button').count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('grants temporary access: requested, granted, used in the open console, given back', async () => {
    const agent = await enter('sales-agent', '/dashboard')
    await agent.page.getByRole('button', { name: 'Your access' }).click()
    const access = agent.page.getByRole('dialog', { name: 'Your access' })
    await access.getByRole('button', { name: 'Ask for another role’s permissions' }).click()
    await access.getByRole('button', { name: 'Ask', exact: true }).click()
    await access.getByText('Choose a role.').waitFor()
    await access.getByLabel('Role').selectOption('admin')
    await access.getByLabel('For how long').selectOption('30')
    await access.getByLabel('Reason').fill('The system is down and nobody else is here')
    await access.getByRole('button', { name: 'Ask', exact: true }).click()
    await access.getByText('Waiting for an answer').waitFor()
    await agent.page.keyboard.press('Escape')
    expect(await agent.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)

    const { page, refused } = await enter('admin', '/admin-users/list')
    await page.getByRole('button', { name: /pending requests?$/ }).click()
    const request = page
      .getByRole('dialog', { name: 'Requests for elevated access' })
      .getByRole('listitem')
      .filter({ hasText: 'Amara Okonkwo' })
    await request.getByText('The system is down and nobody else is here').waitFor()
    await request.getByRole('button', { name: 'Grant' }).click()
    await said(page, 'Amara Okonkwo has the permissions of Admin')
    await page.keyboard.press('Escape')
    await page
      .getByRole('row', { name: /Amara Okonkwo/ })
      .getByRole('cell', { name: 'Admin', exact: true })
      .waitFor()
    expect(refused).toEqual([])

    // Any call notifies the open console that its user's permissions have changed.
    await agent.page.getByRole('button', { name: 'Your access' }).click()
    await access.getByText('active').waitFor()
    await agent.page.keyboard.press('Escape')
    const banner = agent.page.getByRole('region', { name: 'Elevated access' })
    await banner.getByText(/You have Admin permissions until/).waitFor()
    // One line, whatever it says: the page below must not move when the minutes left begin to show.
    expect((await banner.boundingBox())?.height).toBe(40)
    await agent.page.getByRole('navigation', { name: 'Main' }).getByText('Manage User Access').waitFor()
    await settled(agent.page)
    expect(await faultsOf(agent.page)).toEqual([])
    await banner.getByRole('button', { name: 'End access' }).click()
    await banner.waitFor({ state: 'detached' })
    await agent.page
      .getByRole('navigation', { name: 'Main' })
      .getByText('Manage User Access')
      .waitFor({ state: 'detached' })
    await agent.page.context().close()
    await page.context().close()
  })

  it('asks for a fresh sign-in before a role is changed, leads back, and then changes it', async () => {
    const { page, refused } = await enter('admin', '/dashboard')
    await makeStale('ingrid.solheim@demo.marquee.example')
    await open(page, 'Priya Raman')
    // A call under way while the session ends would be refused, and that is what is counted here.
    await settled(page)
    await page.getByLabel('First name').fill('Pria')
    await chooseAction(page, 'Change role')
    const box = page.getByRole('alertdialog', { name: 'Sign in again?' })
    await box.getByText(/sign in again first/).waitFor()
    await box.getByRole('button', { name: 'Sign in again' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await signIn(page, 'admin')
    await page.waitForURL(/admin-users\/update\?id=/)
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Pria')
    await page.getByRole('button', { name: 'Discard' }).click()
    await chooseAction(page, 'Change role')
    const dialog = page.getByRole('dialog', { name: 'Role of Priya Raman' })
    await dialog.getByLabel('Role').selectOption('read-only')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await said(page, 'Priya Raman has the role Read-only')
    await page.getByRole('region', { name: 'Account' }).getByText('Read-only', { exact: true }).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('asks for a fresh sign-in when a form was left open, and loses nothing of what was typed', async () => {
    const { page, refused } = await enter('admin', '/admin-users/create')
    const typed = { 'Email': 'nadia.okafor@marquee.example', 'First name': 'Nadia', 'Last name': 'Okafor' }
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
    await page.getByLabel('Role').selectOption('finance')
    const values = () =>
      Promise.all([...Object.keys(typed), 'Role'].map((label) => page.getByLabel(label).inputValue()))
    const all = [...Object.values(typed), 'finance']
    await makeStale('ingrid.solheim@demo.marquee.example')

    await page.getByRole('button', { name: 'Send invite' }).click()
    const box = page.getByRole('alertdialog', { name: 'Sign in again?' })
    await box.getByText(/^To invite .* within the last five minutes/).waitFor()
    await settled(page)
    expect(await faultsOf(page)).toEqual([])
    expect(await page.getByRole('alertdialog', { name: 'Confirm logout' }).count()).toBe(0)
    await box.getByRole('button', { name: 'Cancel' }).click()
    expect(await values()).toEqual(all)

    await page.getByRole('button', { name: 'Send invite' }).click()
    await box.getByRole('button', { name: 'Sign in again' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await signIn(page, 'admin')
    await page.waitForURL(/admin-users\/create/)
    await expect.poll(values).toEqual(all)
    await page.getByRole('button', { name: 'Send invite' }).click()
    await page.waitForURL(/admin-users\/update\?id=/)
    await page.getByRole('region', { name: 'Account' }).getByText('Invited', { exact: true }).waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('Nadia')
    expect(refused.map((reply) => reply.slice(0, 3))).toEqual(['401', '401'])
    await page.context().close()
  })

  it('shows a reader everything and offers no command', async () => {
    const { page, refused } = await enter('read-only', '/admin-users/list')
    await page.getByText('You can read this page but not change it').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Invite' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Jonas Lindqvist', exact: true }).click()
    await page.getByRole('region', { name: 'Sessions' }).getByText('Chrome 142 on Windows').first().waitFor()
    for (const name of ['Grant', 'Grant for a time', 'End', 'Save'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    expect(await (await openActions(page)).getByRole('menuitem').allInnerTexts()).toEqual(['History\nH'])
    await page.goto(`${server.url}/admin-users/create`)
    await page.getByText('Only people who manage users can send invites.').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('has no fault that axe finds at $width px, $colorScheme', async (look) => {
    const { page } = await enter('admin', '/admin-users/list', look)
    const check = async (what: string) => expect(await faultsOf(page), what).toEqual([])
    await check('list')
    await page.getByRole('button', { name: 'Your access' }).click()
    await page.getByRole('dialog', { name: 'Your access' }).getByText('This session').waitFor()
    await check('own access')
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/admin-users/create`)
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    await check('create')
    await open(page, 'Jonas Lindqvist')
    await check('update')
    await page.getByRole('button', { name: 'Grant for a time' }).click()
    await page.getByRole('dialog').getByLabel('Role').waitFor()
    await check('grant')
    await page.context().close()
  })
})
