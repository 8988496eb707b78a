import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grant } from '../src/app/testing/grant.server.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { faultsOf, type Look, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

const path = '/rest/data/discovery-api-users'

describe.skipIf(inject('chromiumPath') === null)('API users', () => {
  let product: Product
  let server: TestServer
  let agent: Client
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'api user flows' })
    server = product.server
    await grant(server.database, 'sales-agent', 'users', 'write', 'manage-keys')
    agent = await server.signIn('sales-agent')
  })
  afterAll(async () => {
    await product?.stop()
  })

  async function create(values: object = {}): Promise<{ id: number; key: string; name: string }> {
    const reply = await agent.post(path, {
      name: `Robot ${++last}`,
      company: 'Acme',
      email: 'dev@acme.example',
      ...values,
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number; key: string; name: string }
  }
  const call = async (key: string) =>
    (await server.anonymous.get('/v1/me', undefined, { authorization: `Bearer ${key}` })).status

  const enter = async (role: string, path: string, look?: Partial<Look>): Promise<Page> =>
    (await product.enter(role, path, look)).page

  it('are created with mistakes shown on their fields, and with a key that is shown once and works', async () => {
    const page = await enter('sales-agent', '/api-users/list')
    await page.getByRole('link', { name: 'New API user' }).click()
    await page.getByRole('heading', { level: 1, name: 'New API user' }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('Name is required.').waitFor()
    await page.getByLabel('Name').fill('Summer app')
    await page.getByLabel('Company').fill('Wanderlust')
    await page.getByLabel('Contact email').fill('dev@wanderlust.example')
    const addresses = page.getByRole('combobox', { name: 'Allowed addresses' })
    await addresses.fill('10.0.0.0/40')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('alert')
      .getByText('10.0.0.0/40 is neither an IP address nor a range such as 203.0.113.0/24.')
      .waitFor()
    await addresses.press('Backspace')
    await addresses.fill('127.0.0.1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create' }).click()

    const dialog = page.getByRole('dialog', { name: 'The key of Summer app' })
    const key = await dialog.getByLabel('Key').innerText()
    expect(key).toMatch(/^mk_live_[0-9A-Za-z]{49}$/)
    expect(await call(key)).toBe(200)
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Summer app' }).waitFor()
    await page
      .getByRole('table', { name: 'Keys, newest first' })
      .getByText(`${key.slice(0, 12)}…${key.slice(-4)}`)
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key)
    await page.reload()
    await page.getByRole('table', { name: 'Calls by endpoint' }).getByText('GET /v1/me').waitFor()
    await page.context().close()
  })

  it('get a new key beside the old one, and lose one that is revoked', async () => {
    const { id, key: old, name } = await create()
    const page = await enter('sales-agent', `/api-users/update?id=${id}`)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const rotate = page.getByRole('dialog', { name: 'Rotate key' })
    await rotate.getByLabel('The old key').selectOption('Works for another hour')
    await rotate.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: `The key of ${name}` })
    await shown.getByText(/The old key works until/).waitFor()
    const key = await shown.getByLabel('Key').innerText()
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    expect([await call(old), await call(key)]).toEqual([200, 200])
    const row = (end: string) => page.getByRole('row').filter({ hasText: end })
    await row(old.slice(-4)).getByText('Active until it expires').waitFor()
    await row(old.slice(-4))
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page
      .getByRole('alertdialog', { name: /^Revoke mk_live_/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await row(old.slice(-4)).getByText('Revoked').waitFor()
    expect([await call(old), await call(key)]).toEqual([401, 200])
    await page.context().close()
  })

  it('learn where the discovery API is, with a line that works with their key', async () => {
    const { id, key } = await create({ scopes: ['catalogue:read'] })
    const page = await enter('sales-agent', `/api-users/update?id=${id}`)
    const panel = page.getByRole('region', { name: 'Try it' })
    await panel.getByLabel('What to list').selectOption('cities')
    const line = await panel.getByLabel('Line for a terminal').innerText()
    const [, address = ''] = /^curl -H "Authorization: Bearer \$KEY" "(\S+)"$/.exec(line) ?? []
    expect(address).toBe(`${server.url}/v1/cities?country=ES&limit=5`)
    expect((await fetch(address, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    expect(await panel.getByRole('note').count()).toBe(0)
    const other = await create()
    await page.goto(`${server.url}/api-users/update?id=${other.id}`)
    await panel.getByText('Without the scope catalogue:read these calls are refused.').waitFor()
    await page.context().close()
  })

  it('are suspended by their status, which acts with the next call', async () => {
    const { id, key } = await create()
    const page = await enter('sales-agent', `/api-users/update?id=${id}`)
    await page.getByLabel('Status').selectOption('Suspended')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText(/saved/).waitFor()
    expect(await call(key)).toBe(401)
    await page.context().close()
  })

  it('can be read, and no more, by people without write on users', async () => {
    const { id } = await create()
    const page = await enter('finance', '/api-users/list')
    await page.getByRole('table', { name: 'API users' }).waitFor()
    expect(await page.getByRole('link', { name: 'New API user' }).count()).toBe(0)
    await page.goto(`${server.url}/api-users/update?id=${id}`)
    await page.getByRole('region', { name: 'Usage' }).getByText('Nothing has been called.').waitFor()
    for (const name of ['Save', 'Rotate key', /^Revoke/])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.context().close()
  })

  it.each(looks)('pass axe at $width px, $colorScheme', async (look) => {
    const { id, key } = await create()
    await call(key)
    const page = await enter('sales-agent', `/api-users/update?id=${id}`, look)
    await page.getByRole('table', { name: 'Calls by endpoint' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto(`${server.url}/api-users/list`)
    await page.getByRole('table', { name: 'API users' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
