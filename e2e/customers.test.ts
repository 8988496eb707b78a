import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grant } from '../src/app/testing/grant.server.ts'
import type { TestServer } from '../src/app/testing/start.server.ts'
import { chooseAction, openActions } from './actions.ts'
import { faultsOf, type Look, looks, scrollsSideways, settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('customers', () => {
  let product: Product
  let server: TestServer
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'customer flows' })
    server = product.server
    await grant(server.database, 'sales-agent', 'users', 'write', 'impersonate')
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function make(
    values: { email?: string; status?: string } = {},
  ): Promise<{ id: number; lastName: string; email: string }> {
    const lastName = `García ${++last}`
    const email = values.email ?? `ana.garcia.${last}@example.com`
    const {
      rows: [row],
    } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, phone, locale, status, is_verified)
      values (${email}, 'Ana', ${lastName}, '+34612345678', 'es', ${values.status ?? 'active'}, true) returning id`.execute(
      server.database.kysely,
    )
    return { id: row?.id ?? 0, lastName, email }
  }

  const enter = async (role: string, path: string, look?: Partial<Look>): Promise<Page> =>
    (await product.enter(role, path, look)).page
  const open = (role: string, id: number) => enter(role, `/users/update?id=${id}`)
  const saw = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

  it('are found by the address that they read out, which the list does not show', async () => {
    const { lastName, email } = await make()
    const page = await enter('sales-agent', '/users/list')
    const answers: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('/rest/data/users/user'))
        void response.text().then(
          (text) => answers.push(text),
          () => {},
        )
    })
    await page.getByRole('searchbox', { name: 'Search' }).fill(email)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Ana ${lastName}` }) })
    await settled(page)
    await row.getByText('a•••@example.com').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    expect(answers.join()).not.toContain(email)
    expect(await faultsOf(page)).toEqual([])
    await row.getByRole('link', { name: `Ana ${lastName}` }).click()
    await page.getByRole('heading', { level: 1, name: `Ana ${lastName}` }).waitFor()
    await page.context().close()
  })

  it('show their address for a reason, can then be changed, and hide it on the next visit', async () => {
    const { id, email } = await make()
    const page = await open('sales-agent', id)
    await page.getByRole('button', { name: 'Show personal data' }).click()
    const box = page.getByRole('dialog', { name: 'Show personal data' })
    await box.getByRole('textbox').fill('hm')
    await box.getByRole('button', { name: 'Show' }).click()
    await box.getByText('Enter a short reason.').waitFor()
    expect(await saw(page)).not.toContain('+34612345678')
    await box.getByRole('textbox').fill('Calls about an order')
    await box.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
    expect(await page.getByRole('button', { name: 'Show personal data' }).count()).toBe(0)
    await page.getByLabel('Phone', { exact: true }).fill('+34699999999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText(/saved/).waitFor()
    await page.getByText('+34•••99').waitFor()
    const { rows } = await sql<{ action: string; reason: string | null; phone: string }>`
      select a.action, a.reason, c.phone from audit_log a, customers c where a.object = 'customers' and a.record_id = ${String(id)} and c.id = ${id} order by a.id`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([
      { action: 'reveal', reason: 'Calls about an order', phone: '+34699999999' },
      { action: 'update', reason: null, phone: '+34699999999' },
    ])
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await box.getByRole('textbox').fill('Once more, to compare')
    await box.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => page.getByLabel('Phone', { exact: true }).inputValue()).toBe('+34699999999')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.goBack()
    await page.getByText('+34•••99').waitFor()
    expect(await page.getByLabel('Phone', { exact: true }).count()).toBe(0)
    await page.context().close()
  })

  it('carry notes that mention colleagues, who find them in their inbox', async () => {
    const { id } = await make()
    const page = await open('sales-agent', id)
    const notes = page.getByRole('region', { name: 'Staff notes' })
    await notes.getByRole('button', { name: 'Add note' }).click()
    const input = notes.getByLabel('New note')
    await input.pressSequentially('Please call them, @ing')
    await page.getByRole('option', { name: 'Ingrid Solheim' }).waitFor()
    await page.keyboard.press('Enter')
    await input.pressSequentially('today')
    expect(await input.inputValue()).toBe('Please call them, @Ingrid Solheim today')
    await page.keyboard.press('Control+Enter')
    await notes.getByRole('listitem').getByText('@Ingrid Solheim').waitFor()
    await page.context().close()
    const { page: hers } = await product.enter('admin', '/dashboard')
    await hers
      .getByRole('button', { name: /^Inbox|Notifications|unread/i })
      .first()
      .click()
    await hers.getByText(/Amara Okonkwo mentioned you on/).click()
    await hers.waitForURL(new RegExp(`id=${id}\\b`))
    await hers.context().close()
  })

  it('carry notes, which their author takes back', async () => {
    const { id } = await make()
    const page = await open('sales-agent', id)
    const notes = page.getByRole('region', { name: 'Staff notes' })
    await notes.getByText('No notes yet.').waitFor()
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('button', { name: 'Save note' }).click()
    await notes.getByText('Write the note.').waitFor()
    await notes.getByLabel('New note').fill('Prefers email\nand short answers')
    await page.keyboard.press('Control+Enter')
    await notes.getByRole('listitem').getByText('Prefers email').waitFor()
    expect(await notes.getByLabel('New note').count()).toBe(0)
    await page.getByRole('button', { name: '1 note', exact: true }).waitFor()
    await notes.getByRole('button', { name: 'Change the note of Amara Okonkwo' }).click()
    await notes.getByLabel('Note', { exact: true }).fill('Prefers to be called')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await notes.getByRole('listitem').getByText('Prefers to be called').waitFor()
    await notes.getByRole('button', { name: 'Delete the note of Amara Okonkwo' }).click()
    await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click()
    await notes.getByText('No notes yet.').waitFor()
    await page.context().close()
  })

  it('are seen as they see themselves: with a reason, once, under a banner, with nothing to change', async () => {
    const { id, lastName, email } = await make()
    const page = await open('sales-agent', id)
    await chooseAction(page, 'View as customer')
    const ask = page.getByRole('dialog', { name: 'View as customer' })
    await ask.getByRole('button', { name: 'Create link' }).click()
    await ask.getByText('Enter a short reason.').waitFor()
    await ask.getByLabel('Reason').fill('Cannot find her voucher')
    expect(await faultsOf(page)).toEqual([])
    await ask.getByRole('button', { name: 'Create link' }).click()
    const ready = page.getByRole('dialog', { name: 'Open the account' })
    const link = ready.getByRole('link', { name: 'Open in a new tab' })
    const address = `${server.url}${await link.getAttribute('href')}`
    const [view] = await Promise.all([page.context().waitForEvent('page'), link.click()])
    const banner = view.getByRole('region', { name: 'Viewing as a customer' })
    await banner.getByText(`You’re viewing Ana ${lastName}’s account. Read-only.`).waitFor()
    await banner.getByText('Amara Okonkwo: Cannot find her voucher').waitFor()
    await view.getByText(email).waitFor()
    await view.getByText('You have not ordered anything yet.').waitFor()
    expect(view.url()).toBe(`${server.url}/customer-view`)
    expect(await view.evaluate(() => window.opener)).toBe(null)
    expect(await view.getByRole('textbox').count()).toBe(0)
    expect(await view.getByRole('button').allInnerTexts()).toEqual(['End'])
    expect(await faultsOf(view)).toEqual([])
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

  it('who work here, or of whom nothing is known any more, cannot be looked at', async () => {
    const colleague = await make({ email: 'leila.haddad@demo.marquee.example' })
    const gone = await make({ status: 'anonymised' })
    for (const { id } of [colleague, gone]) {
      const page = await open('admin', id)
      await page.getByRole('region', { name: 'Sessions' }).waitFor()
      expect(await (await openActions(page)).getByRole('menuitem', { name: 'View as customer' }).count()).toBe(0)
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
    for (const name of ['Show personal data', 'View as customer', 'Add note', 'Save'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.getByText('a•••@example.com').waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('pass axe at $width px, $colorScheme', async (look) => {
    const { id } = await make()
    const page = await enter('sales-agent', `/users/update?id=${id}`, look)
    await page.getByRole('region', { name: 'Notes' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.context().close()
  })
})
