import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { emails, makeRole, paths, setRole } from '../src/features/staff/roles/testing/roles.server.ts'
import { chooseAction } from './actions.ts'
import { admin, box, enter, menu, newName, said, server, startRoles } from './testing/role-flows.ts'
import { roleTitle } from '../src/platform/auth/role-labels.ts'

describe.skipIf(inject('chromiumPath') === null)('managing permissions', () => {
  startRoles()

  it('shows the console as a role sees it, changes nothing in that view, and leads out again', async () => {
    const page = await enter('admin', '/roles/update/sales-agent')
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.getByRole('button', { name: 'View as this role' }).click()
    await page.waitForURL('**/dashboard')
    const banner = page.getByRole('region', { name: 'View as role' })
    await banner.getByText('You are viewing the console as Sales agent. Nothing can be changed.').waitFor()
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
    await page.getByText('You are viewing the console as another role, which changes nothing.').first().waitFor()
    expect((await admin.get('/rest/data/coupons', { q: 'VIEW-1' })).body).toEqual([])
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${server.url}/coupons/list`)
    await banner.getByRole('button', { name: 'Leave view' }).click()
    await page.waitForURL('**/roles/update/sales-agent')
    await page.getByRole('heading', { level: 1, name: 'Sales agent' }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('invites a colleague, gives them a role, explains their permissions, and removes them', async () => {
    const page = await enter('admin', '/roles/users/list')
    await page.getByRole('link', { name: 'New person' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Email is required.').waitFor()
    await page.getByLabel('Email').fill('flow.person@example.com')
    await page.getByLabel('First name').fill('Flow')
    await page.getByLabel('Last name').fill('Person')
    await page.getByLabel('Role').selectOption('finance')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.waitForURL(/users\/update\/flow\.person/)
    // The form of the invitation is on the page until that of the person is there.
    await page.getByRole('heading', { level: 1, name: 'Flow Person' }).waitFor()
    await page.getByLabel('Role', { exact: false }).first().selectOption('sales-agent')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Flow Person saved')

    await page.goto(`${server.url}/roles/users/update/${emails['sales-agent']}`)
    await page.getByLabel('Action', { exact: true }).selectOption('refund')
    await page.getByLabel('Object', { exact: true }).selectOption('purchases')
    const answer = page.getByRole('group', { name: 'Answer' })
    await answer.getByText('No. The role Sales agent, which Amara Okonkwo has, lacks “Purchases · Refund”.').waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('write')
    await answer.getByText(/^Yes\. The role Sales agent has “Purchases · Edit”, .*10%/).waitFor()

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
    await page.getByLabel('Role to assign').selectOption(role)
    await page.getByRole('button', { name: 'Assign role' }).click()
    const refusal = page.getByRole('alertdialog', { name: '1 person keeps their role' })
    await refusal
      .getByText('Ingrid Solheim: This is the last active admin. Make another person an admin first.')
      .waitFor()
    await refusal.getByRole('button', { name: 'OK' }).click()
    await said(page, `Tomasz Zieliński has the role ${roleTitle(role)} now`)
    await setRole(server, emails['no-access'], 'no-access')
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
    await page.getByRole('link', { name: 'Finance', exact: true }).click()
    await box(page, 'Coupons · See').waitFor()
    expect(await box(page, 'Coupons · See').isDisabled()).toBe(true)
    for (const name of ['Save', 'Delete', 'Add people'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await page.goto(`${server.url}/roles/users/update/${emails.finance}`)
    await page.getByRole('heading', { name: 'Check access' }).waitFor()
    expect(await page.getByRole('button', { name: /^(Save|Remove)$/ }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
    await setRole(server, emails['no-access'], 'no-access')
  })
})
