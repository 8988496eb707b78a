import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeRole } from '../src/features/staff/roles/testing/roles.server.ts'
import type { Client } from '../src/app/testing/start.server.ts'
import { actsOn, promised } from './acts.ts'
import { type Product, startProduct } from './product.ts'

describe.skipIf(inject('chromiumPath') === null)('the acts that a job of the office takes', () => {
  let product: Product
  let admin: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'ease of the office', checkOutput: false, demo: 600 })
    admin = await product.server.signIn('admin')
  })
  afterEach(() => product?.leave())
  afterAll(() => product?.stop())

  async function enter(path: string) {
    const { page } = await product.enter('admin', path)
    const notices = page.getByRole('region', { name: 'Notifications' })
    return { ...actsOn(page), said: (text: string | RegExp) => notices.getByText(text).first().waitFor() }
  }
  const rows = async (resource: string, params: object = {}) =>
    (await admin.get(`/rest/data/${resource}`, { range: [0, 0], ...params })).body as Record<string, never>[]
  const coupon = async () => {
    const code = `EASY${++last}`
    const reply = await admin.post('/rest/data/coupons', { code, name: 'Easy', percent: 500, status: 'active' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return { code, id: (reply.body as { id: number }).id }
  }

  it('to see which orders are due first', async () => {
    const { page, click, count } = await enter('/dashboard')
    await click(page.getByRole('link', { name: /^To do/ }))
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('dueAt')
    await page.locator('main tbody tr[data-row-id]').first().waitFor()
    expect(count()).toBe(promised('Orders', 'See what is due first'))
  })

  it('to make a coupon and switch it on', async () => {
    const { page, click, press, type, said, count } = await enter('/coupons/list')
    await page.locator('main tbody tr[data-row-id]').first().waitFor()
    await press('n')
    await page.locator('input:focus').waitFor()
    await type(`NEW${++last}`)
    await click(page.getByRole('textbox', { name: 'Name' }))
    await type('New')
    await click(page.getByLabel('Percentage'))
    await type('10')
    await press('Control+s')
    await click(page.getByRole('button', { name: 'Activate', exact: true }).first())
    await said(/activated|is active/)
    expect(count()).toBe(promised('Coupons', 'Make one and switch it on'))
  })

  it('to try a coupon on an order', async () => {
    const { id } = await coupon()
    const [order] = await rows('purchases', { sort: ['id', 'DESC'] })
    const { page, click, press, type, count } = await enter(`/coupons/update?id=${id}`)
    await click(page.getByLabel('Purchase reference'))
    await type(String(order?.['reference']))
    await press('Enter')
    await page.getByText(/^Valid:|^This would be refused/).waitFor()
    expect(count()).toBe(promised('Coupons', 'Try one on an order'))
  })

  it('to open a customer by name', async () => {
    const [customer] = await rows('users/user')
    const name = `${customer?.['firstName']} ${customer?.['lastName']}`
    const { page, press, type, count } = await enter('/dashboard')
    await press('Control+k')
    await type(name)
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .waitFor()
    await press('Enter')
    await page.locator('main[data-screen="users/update"]').waitFor()
    expect(count()).toBe(promised('Customers', 'Open one by name'))
  })

  it('to note something about a customer', async () => {
    const [customer] = await rows('users/user')
    const { page, click, press, type, count } = await enter(`/users/update?id=${customer?.['id']}`)
    const notes = page.getByRole('region', { name: 'Staff notes' })
    await click(notes.getByRole('button', { name: 'Add note' }))
    await type('Prefers email')
    await press('Control+Enter')
    await notes.getByRole('listitem').getByText('Prefers email').waitFor()
    expect(count()).toBe(promised('Customers', 'Add a note'))
  })

  it('to see a customer’s personal data', async () => {
    const [customer] = await rows('users/user')
    const { page, click, press, type, count } = await enter(`/users/update?id=${customer?.['id']}`)
    await click(page.getByRole('button', { name: 'Show personal data' }))
    await page.getByRole('dialog').locator(':focus').waitFor()
    await type('Calls about an order')
    await press('Enter')
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(count()).toBe(promised('Customers', 'See the personal data, for a reason'))
  })

  it('to give a role a permission', async () => {
    await makeRole(admin, 'easy-role', 'ui coupons')
    const { page, click, press, said, count } = await enter('/roles/update/easy-role')
    await click(page.getByRole('checkbox', { name: 'Coupons · Export', exact: true }))
    await press('Control+s')
    await click(page.getByRole('dialog').getByRole('button', { name: 'Save changes' }))
    await said('Role Easy role saved')
    expect(count()).toBe(promised('Access', 'Give a role a permission'))
  })

  it('to invite a colleague', async () => {
    const { page, click, press, type, count } = await enter('/admin-users/list')
    await click(page.getByRole('link', { name: 'Invite' }))
    await page.locator('input:focus').waitFor()
    await type('rosa.alba@marquee.example')
    await press('Tab')
    await type('finance')
    await press('Control+s')
    await page.waitForURL(/admin-users\/update\?id=/)
    expect(count()).toBe(promised('Access', 'Invite a colleague'))
  })

  it('to rotate the key of an API user', async () => {
    const reply = await admin.post('/rest/data/discovery-api-users', {
      name: 'Easy partner',
      company: 'Easy',
      email: 'dev@easy.example',
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    const { page, click, count } = await enter(`/api-users/update?id=${(reply.body as { id: number }).id}`)
    await click(page.getByRole('button', { name: 'Rotate key' }))
    await click(page.getByRole('dialog', { name: 'Rotate key' }).getByRole('button', { name: 'Create key' }))
    await page.getByRole('dialog', { name: 'The key of Easy partner' }).waitFor()
    expect(count()).toBe(promised('Access', 'Rotate the key of an API user'))
  })

  it('to see who changed a record', async () => {
    const { id } = await coupon()
    const { page, press, count } = await enter(`/coupons/update?id=${id}`)
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await press('h')
    await page.getByRole('dialog').getByText('Ingrid Solheim').first().waitFor()
    expect(count()).toBe(promised('Audit', 'See who changed a record'))
  })

  it('to find what was done with a word', async () => {
    const { page, press, type, count } = await enter('/audit/list')
    await page.locator('main [role=row]').nth(1).waitFor()
    await press('/')
    await type('Easy')
    await page.getByRole('row', { name: /EASY/ }).first().waitFor()
    expect(count()).toBe(promised('Audit', 'Find an entry by a word'))
  })

  it('to verify the chain', async () => {
    const { page, click, count } = await enter('/audit/list')
    await click(page.getByRole('button', { name: 'Verify the chain' }))
    await page.getByText(/^The chain is whole/).waitFor()
    expect(count()).toBe(promised('Audit', 'Verify the chain'))
  })
})
