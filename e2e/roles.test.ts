import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { emails, makeRole, paths, setRole } from '../src/features/staff/roles/testing/roles.server.ts'
import { chooseAction } from './actions.ts'
import { faultsOf, type Look, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('managing permissions', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'role flows' })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  const newName = () => `flow-${++last}`

  /** A person's page. `role` is the one that the demo person started with. */
  const enter = async (role: string, path: string, look?: Partial<Look>): Promise<Page> =>
    (await product.enter(role, path, look)).page
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  const said = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()
  const grantsOf = async (role: string) =>
    (
      (await admin.get(paths.permissions, { role })).body as { permissions: { action: string; object: string }[] }
    ).permissions.map(({ action, object }) => `${action} ${object}`)

  it('shows what will change before it saves, and an open console rebuilds its menu without a reload', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui coupons', 'export coupons')
    await setRole(server, emails['no-access'], role)
    const other = await enter('no-access', '/coupons/list')
    await menu(other).getByRole('link', { name: 'Coupons' }).waitFor()
    await other.evaluate(() => document.body.setAttribute('data-same-document', 'yes'))

    const page = await enter('admin', '/roles/list')
    await page.getByRole('link', { name: role, exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('purch')
    await box(page, 'ui on purchases').check()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('coup')
    await box(page, 'export on coupons').uncheck()
    await page.getByText('1 permission added, 1 taken away').waitFor()
    expect(await grantsOf(role)).toEqual(['export coupons', 'ui coupons'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const review = page.getByRole('dialog', { name: `Review changes to ${role}` })
    expect(await review.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/\+[\s\S]*ui on purchases/),
      expect.stringMatching(/−[\s\S]*export on coupons/),
    ])
    await review.getByText('It concerns 1 person, from their next click on.').waitFor()
    await review.getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${role} saved`)
    expect(await grantsOf(role)).toEqual(['ui coupons', 'ui purchases'])

    // The other console is left alone: it asks by itself.
    await menu(other).getByText('Purchases', { exact: true }).waitFor({ timeout: 25_000 })
    await admin.put(paths.permissions, { role, permissions: [{ action: 'ui', object: 'purchases' }] })
    // The page's screen is no longer allowed, so the console leaves it.
    await other.waitForURL(/\/404$/, { timeout: 25_000 })
    expect(await menu(other).getByRole('link', { name: 'Coupons' }).count()).toBe(0)
    expect(await other.evaluate(() => document.body.getAttribute('data-same-document'))).toBe('yes')
    await page.context().close()
    await other.context().close()
    await setRole(server, emails['no-access'], 'no-access')
  })

  it('limits a permission after a look at the difference, and an open console hides what it no longer shows', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui users', 'write users')
    await setRole(server, emails['no-access'], role)
    const {
      rows: [customer],
    } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, locale) values (${`${role}@example.com`}, 'Ana', 'García', 'en') returning id`.execute(
      server.database.kysely,
    )
    const other = await enter('no-access', `/users/update?id=${customer?.id}`)
    await other.getByRole('button', { name: 'Show personal data' }).waitFor()

    const page = await enter('admin', `/roles/update/${role}`)
    const limits = page.getByRole('button', { name: 'Limits of ui on users' })
    await limits.waitFor()
    expect(await page.getByRole('button', { name: /^Limits of/ }).count()).toBe(1)
    await limits.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Limits of ui on users' })
    await dialog.getByLabel('Without personal data').focus()
    await page.keyboard.press('Space')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 with other limits').waitFor()
    expect(await limits.getAttribute('title')).toBe('without personal data')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const review = page.getByRole('dialog', { name: `Review changes to ${role}` })
    await review.getByText('ui on users: without personal data (was without limit)').waitFor()
    await review.getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${role} saved`)
    expect((await admin.get(paths.permissions, { role })).body).toMatchObject({
      permissions: [
        { action: 'ui', object: 'users', limits: { personalData: false } },
        { action: 'write', object: 'users' },
      ],
    })

    // Coming back to the other console is enough for it to ask.
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await other.getByText('Your access is without personal data').waitFor({ timeout: 25_000 })
    expect(await other.getByRole('button', { name: 'Show personal data' }).count()).toBe(0)
    expect(await faultsOf(other)).toEqual([])

    // A copy has the limits too, and the explainer names them.
    await chooseAction(page, 'Clone')
    await page.getByText(`like ${role}`).waitFor()
    expect(await limits.getAttribute('title')).toBe('without personal data')
    await page.goto(`${server.url}/roles/users/update/${emails['no-access']}?action=ui&object=users`)
    await page
      .getByRole('group', { name: 'Answer' })
      .getByText(`The role ${role} has “ui” on users, without personal data.`)
      .waitFor()
    await page.context().close()
    await other.context().close()
    await setRole(server, emails['no-access'], 'no-access')
  })

  it('clones a role, gives it to people and deletes it once they have another', async () => {
    const name = newName()
    const page = await enter('admin', '/roles/update/finance')
    await chooseAction(page, 'Clone')
    await page.getByRole('heading', { level: 1, name: 'New role' }).waitFor()
    await page.getByText('like finance').waitFor()
    expect(await box(page, 'refund on purchases').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Name is required.').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill('Admin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The name admin belongs to the built-in role.').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill(name)
    await box(page, 'refund on purchases').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/roles/update/${name}`)
    expect(await grantsOf(name)).toEqual((await grantsOf('finance')).filter((grant) => grant !== 'refund purchases'))

    await page.getByRole('button', { name: 'Add people' }).click()
    const adding = page.getByRole('dialog', { name: `Add people to ${name}` })
    await adding.getByRole('searchbox').fill('tomasz')
    await adding.getByRole('checkbox', { name: /Tomasz/ }).check()
    await adding.getByRole('button', { name: 'Add 1' }).click()
    await page.getByRole('link', { name: 'Tomasz Zieliński' }).waitFor()

    await chooseAction(page, 'Delete')
    const deleting = page.getByRole('dialog', { name: `Delete ${name}?` })
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await deleting.getByText('Choose the role that they get.').waitFor()
    await deleting.getByLabel('Their new role').selectOption('no-access')
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await page.waitForURL('**/roles/list')
    await said(page, `Role ${name} deleted`)
    expect((await admin.get(paths.users, { email: emails['no-access'] })).body).toMatchObject({ role: 'no-access' })
    await page.context().close()
  })

  it('keeps both savers’ work when two change one role', async () => {
    const role = newName()
    await makeRole(admin, role)
    const page = await enter('admin', `/roles/update/${role}`)
    await box(page, 'ui on coupons').check()
    await admin.put(paths.permissions, { role, permissions: [{ action: 'ui', object: 'tags' }] })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'This role changed since you opened it. Your changes are kept on top: check them before you save.')
    await expect.poll(() => box(page, 'ui on tags').isChecked()).toBe(true)
    expect(await box(page, 'ui on coupons').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${role} saved`)
    expect(await grantsOf(role)).toEqual(['ui coupons', 'ui tags'])
    await page.context().close()
  })

  it('goes from box to box with the arrow keys, ticks with Space, and warns of what no one would see', async () => {
    const role = newName()
    await makeRole(admin, role)
    const page = await enter('admin', `/roles/update/${role}`)
    await box(page, 'ui on purchases').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    expect(await box(page, 'write on coupons').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add “ui” to it' }).click()
    expect(await box(page, 'ui on coupons').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('No changes').waitFor()
    await page.context().close()
  })

  it('shows the console as a role sees it, changes nothing in that view, and leads out again', async () => {
    const page = await enter('admin', '/roles/update/sales-agent')
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.getByRole('button', { name: 'View as this role' }).click()
    await page.waitForURL('**/dashboard')
    const banner = page.getByRole('region', { name: 'View as role' })
    await banner.getByText('You are viewing the console as sales-agent. Nothing can be changed.').waitFor()
    expect(await menu(page).getByText('Manage User Access').count()).toBe(0)
    await menu(page).getByRole('link', { name: 'Coupons' }).click()
    await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
    await page.reload()
    await banner.waitFor()
    await page.goto(`${server.url}/roles/list`)
    await page.waitForURL(/\/404$/)
    await page.goto(`${server.url}/coupons/create`)
    await page.getByLabel('Code', { exact: false }).first().fill('VIEW-1')
    await page.getByLabel('Name', { exact: false }).first().fill('Seen')
    await page.getByLabel('Percentage').fill('5')
    await page.getByRole('button', { name: /^(Save|Create)$/ }).click()
    await page.getByText('You are viewing the console as sales-agent, which changes nothing.').first().waitFor()
    expect((await admin.get('/rest/data/coupons', { q: 'VIEW-1' })).body).toEqual([])
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.url}/coupons/list`)
    await banner.getByRole('button', { name: 'Leave view' }).click()
    await page.waitForURL('**/roles/update/sales-agent')
    await page.getByRole('heading', { level: 1, name: 'sales-agent' }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('invites a colleague, gives them a role, explains their permissions, and removes them', async () => {
    const page = await enter('admin', '/roles/users/list')
    await page.getByRole('link', { name: 'New person' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('E-mail is required.').waitFor()
    await page.getByLabel('E-mail').fill('flow.person@example.com')
    await page.getByLabel('First name').fill('Flow')
    await page.getByLabel('Last name').fill('Person')
    await page.getByLabel('Role').selectOption('finance')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.waitForURL(/users\/update\/flow\.person/)
    await page.getByLabel('Role', { exact: false }).first().selectOption('sales-agent')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Flow Person saved')

    await page.goto(`${server.url}/roles/users/update/${emails['sales-agent']}`)
    await page.getByLabel('Action', { exact: true }).selectOption('refund')
    await page.getByLabel('Object', { exact: true }).selectOption('purchases')
    const answer = page.getByRole('group', { name: 'Answer' })
    await answer.getByText('No. The role sales-agent, which Amara Okonkwo has, lacks “refund” on purchases.').waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('write')
    await answer.getByText('Yes. The role sales-agent has “write” on purchases.').waitFor()

    await page.goto(`${server.url}/roles/users/list?q=flow`)
    await page.getByRole('link', { name: 'Flow Person' }).click()
    await chooseAction(page, 'Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.waitForURL('**/roles/users/list')
    expect((await admin.get(paths.users, { email: 'flow.person@example.com' })).status).toBe(404)
    await page.context().close()
  })

  it('gives several people a role at once, and names whom it could not', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui tags')
    const page = await enter('admin', '/roles/users/list')
    for (const name of ['Ingrid Solheim', 'Tomasz Zieliński'])
      await page.getByRole('row', { name }).getByRole('checkbox').click()
    await page.getByLabel('Role to give').selectOption(role)
    await page.getByRole('button', { name: 'Give role' }).click()
    const refusal = page.getByRole('alertdialog', { name: '1 person keeps their role' })
    await refusal
      .getByText('Ingrid Solheim: This is the last active admin. Make another person an admin first.')
      .waitFor()
    await refusal.getByRole('button', { name: 'OK' }).click()
    await said(page, `Tomasz Zieliński has the role ${role} now`)
    await setRole(server, emails['no-access'], 'no-access')
    await page.context().close()
  })

  it('adds and deletes objects', async () => {
    const page = await enter('admin', '/roles/list')
    await page.getByRole('button', { name: 'Objects', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Objects' })
    await dialog.getByLabel('Name of the new object').fill('loyalty cards')
    await dialog.getByRole('button', { name: 'Add object' }).click()
    await dialog.getByText('Name can have only letters, digits, hyphens and underscores.').waitFor()
    await dialog.getByLabel('Name of the new object').fill('loyalty-cards')
    await dialog.getByRole('button', { name: 'Add object' }).click()
    await dialog.getByRole('button', { name: 'Delete loyalty-cards' }).click()
    await said(page, 'Object loyalty-cards deleted')
    expect(await dialog.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await page.context().close()
  })

  it('lets people who can only read look, without a call that is refused', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui roles')
    await setRole(server, emails['no-access'], role)
    const page = await enter('no-access', '/roles/list')
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.getByText('You can read this page but not change it').waitFor()
    expect(await page.getByRole('link', { name: 'New role' }).count()).toBe(0)
    await page.getByRole('link', { name: 'finance', exact: true }).click()
    await box(page, 'ui on coupons').waitFor()
    expect(await box(page, 'ui on coupons').isDisabled()).toBe(true)
    for (const name of ['Save', 'Delete', 'Add people'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await page.goto(`${server.url}/roles/users/update/${emails.finance}`)
    await page.getByRole('heading', { name: 'May Hiroshi Tanabe do that?' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Save|Remove)$/ }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
    await setRole(server, emails['no-access'], 'no-access')
  })

  it('says so when a role or person does not exist', async () => {
    const page = await enter('admin', '/roles/update/nobody')
    await page.getByText('role not found').waitFor()
    await page.goto(`${server.url}/roles/users/update/nobody@example.com`)
    await page.getByText('person not found').waitFor()
    await page.context().close()
  })

  it.each(looks)(
    'has no fault that axe finds at $width px, $colorScheme',
    async (look) => {
      const page = await enter('admin', '/roles/list', look)
      for (const path of [
        '/roles/list',
        '/roles/update/finance',
        '/roles/update',
        '/roles/users/list',
        `/roles/users/update/${emails.finance}?action=write&object=coupons`,
        '/roles/users/create',
      ]) {
        await page.goto(`${server.url}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.getByLabel('Loading', { exact: true }).waitFor({ state: 'detached' })
        if (path.endsWith('finance')) await box(page, 'ui on tags').check()
        expect(await faultsOf(page), path).toEqual([])
        expect(await scrollsSideways(page), path).toBe(false)
        if (path.endsWith('finance')) {
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByRole('dialog').waitFor()
          expect(await faultsOf(page), path).toEqual([])
          await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
          await page.getByRole('button', { name: 'Limits of refund on purchases' }).click()
          const dialog = page.getByRole('dialog', { name: 'Limits of refund on purchases' })
          await dialog.getByLabel('At most').fill('200')
          await dialog.getByLabel('Cities').waitFor()
          expect(await faultsOf(page), path).toEqual([])
          await dialog.getByRole('button', { name: 'Apply' }).click()
          await page.getByText('1 permission added, 1 with other limits').waitFor()
          expect(await faultsOf(page), path).toEqual([])
          await page.getByRole('button', { name: 'Discard' }).click()
        }
      }
      await page.context().close()
    },
    240_000,
  )
})
