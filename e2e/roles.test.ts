import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { emails, makeRole, paths, setRole } from '../src/features/staff/roles/testing/roles.server.ts'
import { faultsOf, looks, scrollsSideways, settled } from './axe.ts'
import { chooseAction } from './actions.ts'
import { admin, box, enter, menu, newName, said, server, startRoles } from './testing/role-flows.ts'
import { roleTitle } from '../src/platform/auth/role-labels.ts'

const grantsOf = async (role: string) =>
  (
    (await admin.get(paths.permissions, { role })).body as { permissions: { action: string; object: string }[] }
  ).permissions.map(({ action, object }) => `${action} ${object}`)

describe.skipIf(inject('chromiumPath') === null)('managing permissions', () => {
  startRoles()

  it('shows what will change before it saves, and an open console rebuilds its menu without a reload', async () => {
    const role = newName()
    await makeRole(admin, role, 'ui coupons', 'export coupons')
    await setRole(server, emails['no-access'], role)
    const other = await enter('no-access', '/coupons/list')
    await menu(other).getByRole('link', { name: 'Coupons' }).waitFor()
    await other.evaluate(() => document.body.setAttribute('data-same-document', 'yes'))

    const page = await enter('admin', '/roles/list')
    await page.getByRole('link', { name: roleTitle(role), exact: true }).click()
    // The list that is left has a search box of the same name.
    await page.locator('main[data-screen="roles/update"]').waitFor()
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('purch')
    await box(page, 'Purchases · See').check()
    // The heads, the area, and its one object that matches.
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('coup')
    await box(page, 'Coupons · Export').uncheck()
    await page.getByText('1 permission added, 1 removed').waitFor()
    expect(await grantsOf(role)).toEqual(['export coupons', 'ui coupons'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const review = page.getByRole('dialog', { name: `Review changes to ${roleTitle(role)}` })
    await review.waitFor()
    expect(await review.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/\+[\s\S]*Purchases · See/),
      expect.stringMatching(/−[\s\S]*Coupons · Export/),
    ])
    await review.getByText('Affects 1 person, from their next click.').waitFor()
    await review.getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${roleTitle(role)} saved`)
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
    const limits = page.getByRole('button', { name: 'Limits of Users, API users and admin users · See' })
    await limits.waitFor()
    expect(await page.getByRole('button', { name: /^Limits of/ }).count()).toBe(1)
    await limits.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Limits of Users, API users and admin users · See' })
    await dialog.getByLabel('Without personal data').focus()
    await page.keyboard.press('Space')
    // Boxes of the matrix beside the open dialog are too close to it, and free again once it is closed.
    expect((await faultsOf(page)).filter((fault) => !fault.startsWith('target-size'))).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 with other limits').waitFor()
    expect(await limits.getAttribute('title')).toBe('without personal data')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const review = page.getByRole('dialog', { name: `Review changes to ${roleTitle(role)}` })
    await review
      .getByText('Users, API users and admin users · See: without personal data (was without limit)')
      .waitFor()
    await review.getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${roleTitle(role)} saved`)
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
    await page.getByText(`like ${roleTitle(role)}`).waitFor()
    expect(await limits.getAttribute('title')).toBe('without personal data')
    await page.goto(`${server.url}/roles/users/update/${emails['no-access']}?action=ui&object=users`)
    await page
      .getByRole('group', { name: 'Answer' })
      .getByText(`The role ${roleTitle(role)} has “Users, API users and admin users · See”, without personal data.`)
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
    expect(await box(page, 'Purchases · Refund').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Name is required.').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill('Admin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The name admin is reserved for the built-in role.').waitFor()
    await page.getByLabel('Name', { exact: false }).first().fill(name)
    await box(page, 'Purchases · Refund').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/roles/update/${name}`)
    expect(await grantsOf(name)).toEqual((await grantsOf('finance')).filter((grant) => grant !== 'refund purchases'))

    await page.getByRole('button', { name: 'Add people' }).click()
    const adding = page.getByRole('dialog', { name: `Add people to ${roleTitle(name)}` })
    await adding.getByRole('searchbox').fill('tomasz')
    await adding.getByRole('checkbox', { name: /Tomasz/ }).check()
    await adding.getByRole('button', { name: 'Add 1' }).click()
    await page.getByRole('link', { name: 'Tomasz Zieliński' }).waitFor()

    await chooseAction(page, 'Delete')
    const deleting = page.getByRole('dialog', { name: `Delete ${roleTitle(name)}?` })
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await deleting.getByText('Choose their new role.').waitFor()
    await deleting.getByLabel('Their new role').selectOption('no-access')
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await page.waitForURL('**/roles/list')
    await said(page, `Role ${roleTitle(name)} deleted`)
    expect((await admin.get(paths.users, { email: emails['no-access'] })).body).toMatchObject({ role: 'no-access' })
    await page.context().close()
  })

  it('keeps both savers’ work when two change one role', async () => {
    const role = newName()
    await makeRole(admin, role)
    const page = await enter('admin', `/roles/update/${role}`)
    await box(page, 'Coupons · See').check()
    await admin.put(paths.permissions, { role, permissions: [{ action: 'ui', object: 'tags' }] })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'This role changed since you opened it. Your changes are kept on top: check them before you save.')
    await expect.poll(() => box(page, 'Tags · See').isChecked()).toBe(true)
    expect(await box(page, 'Coupons · See').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await said(page, `Role ${roleTitle(role)} saved`)
    expect(await grantsOf(role)).toEqual(['ui coupons', 'ui tags'])
    await page.context().close()
  })

  it('goes from box to box with the arrow keys, ticks with Space, and warns of what no one would see', async () => {
    const role = newName()
    await makeRole(admin, role)
    const page = await enter('admin', `/roles/update/${role}`)
    // Keys that are pressed while a page opens are not its own.
    await settled(page)
    await box(page, 'Purchases · See').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect.poll(() => box(page, 'Coupons · Edit').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Tick “See” for it' }).click()
    await expect.poll(() => box(page, 'Coupons · See').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('No unsaved changes').first().waitFor()
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
        if (path.endsWith('finance')) await box(page, 'Tags · See').check()
        expect(await faultsOf(page), path).toEqual([])
        expect(await scrollsSideways(page), path).toBe(false)
        if (path.endsWith('finance')) {
          await page.getByRole('button', { name: 'Save', exact: true }).click()
          await page.getByRole('dialog').waitFor()
          expect(await faultsOf(page), path).toEqual([])
          await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
          await page.getByRole('button', { name: 'Limits of Purchases · Refund' }).click()
          const dialog = page.getByRole('dialog', { name: 'Limits of Purchases · Refund' })
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
