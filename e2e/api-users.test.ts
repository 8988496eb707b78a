import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../src/app/testing/start.server.ts'
import { CHROMIUM_ARGUMENTS } from '../src/kit/testing/chromium.server.ts'

const executablePath = inject('chromiumPath')
const path = '/rest/data/discovery-api-users'

describe.skipIf(executablePath === null)('API users', () => {
  let server: TestServer
  let browser: Browser
  let agent: Client
  let last = 0

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'api user flows', consoleFolder: new URL('../dist/console/', import.meta.url) })
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...CHROMIUM_ARGUMENTS] })
    agent = await server.signIn('sales-agent')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function create(values: object = {}): Promise<{ id: number; key: string; name: string }> {
    const reply = await agent.post(path, { name: `Robot ${++last}`, company: 'Acme', email: 'dev@acme.example', ...values })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number; key: string; name: string }
  }
  const call = async (key: string) => (await server.anonymous.get('/v1/me', undefined, { authorization: `Bearer ${key}` })).status

  async function enter(role: string, at: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: 900 }, reducedMotion: 'reduce', colorScheme: options.colorScheme ?? 'light',
    })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: new RegExp(`\\b${role}$`) }).click()
    await page.waitForURL(/dashboard/)
    await page.goto(`${server.url}${at}`)
    return page
  }
  async function violations(page: Page): Promise<string[]> {
    // The bar of the page's loading fades on for a moment after the page is there.
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor({ state: 'detached' })
    const found = await new AxeBuilder({ page }).analyze()
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }

  it('are made with mistakes told on their fields, and with a key that is shown once and works', async () => {
    const page = await enter('sales-agent', '/api-users/list')
    await page.getByRole('link', { name: 'New API user' }).click()
    await page.getByRole('heading', { level: 1, name: 'New API user' }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('Name is required.').waitFor()
    await page.getByLabel('Name').fill('Summer app')
    await page.getByLabel('Company').fill('Wanderlust')
    await page.getByLabel('Contact e-mail').fill('dev@wanderlust.example')
    const addresses = page.getByRole('combobox', { name: 'Allowed addresses' })
    await addresses.fill('10.0.0.0/40')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('10.0.0.0/40 is neither an IP address nor a range such as 203.0.113.0/24.').waitFor()
    await addresses.press('Backspace')
    await addresses.fill('127.0.0.1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create' }).click()

    const dialog = page.getByRole('dialog', { name: 'The key of Summer app' })
    const key = await dialog.getByLabel('Key').innerText()
    expect(key).toMatch(/^mk_live_[0-9A-Za-z]{49}$/)
    expect(await call(key)).toBe(200)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit API user' }).waitFor()
    await page.getByRole('table', { name: 'Keys, newest first' }).getByText(`${key.slice(0, 12)}…${key.slice(-4)}`).waitFor()
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
    await rotate.getByRole('button', { name: 'Make new key' }).click()
    const shown = page.getByRole('dialog', { name: `The key of ${name}` })
    await shown.getByText(/The old key works until/).waitFor()
    const key = await shown.getByLabel('Key').innerText()
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    expect([await call(old), await call(key)]).toEqual([200, 200])
    const row = (end: string) => page.getByRole('row').filter({ hasText: end })
    await row(old.slice(-4)).getByText('Works until it ends').waitFor()
    await row(old.slice(-4)).getByRole('button', { name: /^Revoke/ }).click()
    await page.getByRole('alertdialog', { name: /^Revoke mk_live_/ }).getByRole('button', { name: 'Revoke' }).click()
    await row(old.slice(-4)).getByText('Revoked').waitFor()
    expect([await call(old), await call(key)]).toEqual([401, 200])
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
    for (const name of ['Save', 'Rotate key', /^Revoke/]) expect(await page.getByRole('button', { name }).count()).toBe(0)
    await page.context().close()
  })

  it.each([[1440, 'light'], [1440, 'dark'], [390, 'light'], [390, 'dark']] as const)('are readable for everybody at %i px, %s', async (width, colorScheme) => {
    const { id, key } = await create()
    await call(key)
    const page = await enter('sales-agent', `/api-users/update?id=${id}`, { width, colorScheme })
    await page.getByRole('table', { name: 'Calls by endpoint' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await page.goto(`${server.url}/api-users/list`)
    await page.getByRole('table', { name: 'API users' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })
})
