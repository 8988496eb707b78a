import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Page as SitemapPage } from '../src/ui/sitemap-node.web.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import { faultsOf, loaded, scrollsSideways } from './axe.ts'
import { moveTo } from './move.ts'
import { type Product, startProduct } from './product.ts'
import { isTorture } from '../src/core/testing/rounds.ts'

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

describe.skipIf(inject('chromiumPath') === null)('the languages of the console', () => {
  let product: Product
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    product = await startProduct({ name: 'languages', checkOutput: false, demo: 60 })
    server = product.server
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await product?.stop()
  })

  it('are chosen in the account menu: the page goes on where it was, with what was typed, here and at the next sign-in', async () => {
    const made = await admin.post('/rest/data/coupons', {
      code: 'LENGUA-1',
      name: 'Verano',
      percent: 1250,
      status: 'active',
      kind: 'percent',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const address = `/coupons/update?id=${(made.body as { id: number }).id}`
    const { page, refused } = await product.enter('admin', address)
    await page.getByLabel(/^Name/).fill('Otoño')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await page.getByText('Editar cupón', { exact: true }).first().waitFor()
    expect(await languageOf(page)).toBe('es')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
    expect(await page.getByLabel(/^Nombre/).inputValue()).toBe('Otoño')
    expect(await page.title()).toContain('Editar cupón')
    expect(await faultsOf(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()

    const { page: next } = await product.enter('admin', '/dashboard')
    expect(await languageOf(next)).toBe('es')
    await next.getByRole('heading', { level: 1, name: 'Panel' }).waitFor()
    await next.context().close()
  })

  it('say filters, mistakes, dates and money as the language does, on both sides of the wire', async () => {
    await admin.put('/rest/data/console-language', { language: 'es' })
    const coupon = {
      name: 'Fijo',
      kind: 'fixed',
      amounts: [{ currency: 'EUR', amount: 1_234_550 }],
      status: 'active',
      validFrom: '2026-06-01T10:00:00Z',
      timeZone: 'UTC',
    }
    for (const code of ['LENGUA-2', 'TOMADO-2']) await admin.post('/rest/data/coupons', { ...coupon, code })
    const { page } = await product.enter(
      'admin',
      `/coupons/list?${new URLSearchParams({ filter: JSON.stringify({ kind: ['fixed'], status: ['active'] }), q: 'LENGUA' }).toString()}`,
    )
    await page.getByRole('heading', { level: 1, name: 'Cupones' }).waitFor()
    await page.getByText('Estado: Activo', { exact: true }).waitFor()
    await page.getByText(/^Se muestra: cupones donde .*estado es Activo/).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'LENGUA-2' }).click()
    await page.getByRole('heading', { level: 1, name: 'LENGUA-2' }).waitFor()
    expect(await page.title()).toMatch(/^Editar cupón - /)
    await page.getByLabel(/^Código/).fill('TOMADO-2')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    // The database knows about duplicates, and the server says so.
    await page.getByText('Código: ya lo usa otro registro (cupón).').first().waitFor()
    await page.getByLabel(/^Código/).fill('')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('Código: al menos 3 caracteres.').first().waitFor()
    await page.goto(
      `${server.url}/coupons/list?${new URLSearchParams({ q: 'LENGUA-2', columns: 'code,amounts,validFrom' }).toString()}`,
    )
    await page.getByRole('link', { name: 'LENGUA-2' }).waitFor()
    await page.goto(`${server.url}/purchases/list`)
    await page.getByRole('row').nth(1).waitFor()
    const row = await page.getByRole('row').nth(1).innerText()
    // An amount with its sign or code behind it, and the day of the visit.
    expect(row).toMatch(/\d(?:,\d\d)?\s(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})/u)
    expect(row).toMatch(/\b\d{1,2} (ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic) \d{4}/)
    expect(await faultsOf(page)).toEqual([])
    await admin.put('/rest/data/console-language', { language: 'en' })
    await page.context().close()
  })

  it('is the browser’s until you choose, on the sign-in page as well', async () => {
    const context = await product.browser.newContext({ locale: 'es-MX' })
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor()
    expect(await languageOf(page)).toBe('es')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await languageOf(page)).toBe('en')
    await context.close()
  })

  it.each([1440, 390])(
    'leave no text of any screen untranslated and have room for 40 percent more, at %i px',
    async (width) => {
      const { page } = await product.enter('admin', '/dashboard', { width })
      await page.context().addCookies([{ name: 'language', value: 'en-XA', url: server.url }])
      const told = new Set<string>()
      const answers: Promise<void>[] = []
      page.on('response', (response) => {
        if (response.headers()['content-type']?.includes('json'))
          answers.push(
            // The answers to a page that is left are never complete.
            Promise.race([response.text().catch(() => ''), sleep(3_000, '')]).then((text) =>
              // A line break in JSON is a backslash and an n, which is no letter of the word behind it.
              wordsIn(text.replaceAll(/\\[nrt]/g, ' ')).forEach((word) => told.add(word)),
            ),
          )
      })
      const faults: string[] = []
      // Every page once, the widths taking turns; all of them in the long run.
      const all = await paths(admin)
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const { path, pattern } of all.filter((_, index) => isTorture || index % 2 === (width === 390 ? 1 : 0))) {
        await moveTo(page, path, pattern)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await loaded(page)
        const shown = await page.evaluate(shownTexts)
        // The screen was filled from earlier replies; their text can still be on its way to this test.
        await Promise.all(answers.splice(0))
        for (const text of shown) {
          const words = wordsIn(text).filter(
            (word) =>
              !told.has(word) && !told.has(word.toLowerCase()) && !sameEverywhere.has(word) && !isInitials(word),
          )
          if (words.length > 0) faults.push(`${path} says “${text.slice(0, 80)}”: ${words.join(' ')}`)
        }
        if (await scrollsSideways(page)) faults.push(`${path} scrolls sideways`)
        for (const text of await page.evaluate(cutTexts)) faults.push(`${path} cuts “${text}”`)
      }
      expect([...new Set(faults)]).toEqual([])
      await page.context().close()
    },
    600_000,
  )
})

/**
 * Names that are the same in every language, and the parts of a date: the pseudo-language writes dates as English does.
 * Any other text with ASCII letters must come from the server's replies: records.
 */
const sameEverywhere = new Set([
  // What CLDR calls languages, regions and moments; it has no words of the pseudo-language.
  ...wordsOfCldr(),
  ...'Marquee Admin English Español CSV XLSX Excel Ctrl Cmd Alt Shift Enter Esc F2 JSON JavaScript Google Secure'.split(
    ' ',
  ),
  ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec UTC'.split(' '),
  ...'January February March April June July August September October November December'.split(' '),
  ...'Mon Tue Wed Thu Fri Sat Sun Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  ...'Today Yesterday Tomorrow today yesterday tomorrow seconds second minutes minute hours hour days day ago in'.split(
    ' ',
  ),
])

/** The words of a text except time zones, CET or EEST, and currency signs, CA$ or JP¥. */
function wordsIn(text: string): string[] {
  return (text.replaceAll(/\b[A-Z]{2}\p{Sc}/gu, '').match(/[A-Za-z]{2,}/g) ?? []).filter(
    (word) => !/^[A-Z]{1,3}T$/.test(word),
  )
}

/** Every page of the sitemap, those about one record with one that there is. */
async function paths(admin: Client): Promise<{ path: string; pattern: string }[]> {
  // The sitemap asks its document for the public website's address.
  vi.stubGlobal('document', { querySelector: () => null })
  const { sitemap } = await import('../src/app/sitemap.web.ts')
  const { builtNodes, pagesOf } = await import('../src/ui/sitemap-node.web.ts')
  const pages = pagesOf(builtNodes(sitemap)).filter(({ node }) => node.screen !== undefined)
  const made = await Promise.all(pages.map(async (page) => ({ path: await pathOf(page, admin), pattern: page.path })))
  return made.flatMap(({ path, pattern }) => (path === null ? [] : { path, pattern }))
}

async function pathOf({ path, node }: SitemapPage, admin: Client): Promise<string | null> {
  if (path.includes('{name}')) return path.replace('{name}', 'finance')
  if (path.includes('{email}'))
    return path.replace(
      '{email}',
      ((await admin.get('/rest/data/rbac/users')).body as { email: string }[])[0]?.email ?? '',
    )
  const [resource, screen] = node.shows ?? []
  if (!resource || !screen || screen.startsWith('list') || screen === 'create') return path
  const variant = screen.split('-')[1]
  const { body } = await admin.get(`/rest/data/${dataPaths[resource] ?? resource}`, {
    range: [0, 0],
    ...(variant && { filter: { kind: variant } }),
  })
  const id = (body as { id?: number }[])[0]?.id
  if (id === undefined) return null
  return path.includes('{id}') ? path.replace('{id}', String(id)) : `${path}?id=${id}`
}

const dataPaths: Readonly<Record<string, string>> = { 'admin-users': 'users/admins', 'customers': 'users/user' }

/** The readable text of the page, and what assistive technology reads besides. */
function shownTexts(): string[] {
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element && !element.closest('script, style, noscript, code, [lang]:not(html)') && element.checkVisibility())
      found.add(walker.currentNode.textContent?.trim() ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], option')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name)
      if (text && !element.closest('[lang]:not(html), [aria-hidden="true"]')) found.add(text)
    }
  }
  return [...found].filter((text) => /[A-Za-z]{2}/.test(text))
}

/** Words that do not fit their place, and do not say so by an ellipsis either. */
function cutTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, button span, h1, h2, h3, label, th, dt, legend, a')]
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (
        !element.checkVisibility() ||
        element.closest('.visually-hidden') ||
        textOverflow === 'ellipsis' ||
        overflowX === 'visible' ||
        overflowX === 'auto'
      )
        return false
      return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && !element.querySelector('*')
    })
    .map((element) => element.innerText.slice(0, 60))
}

/** Of a person, in their avatar. */
function isInitials(word: string): boolean {
  return /^[A-Z]{2}$/.test(word)
}

function wordsOfCldr(): string[] {
  // These have a name of their own in a country.
  const ofOneCountry = ['pt-BR', 'es-MX', 'fr-CA']
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const pairs = letters.flatMap((one) => letters.map((other) => one + other))
  const names = (['region', 'language'] as const).flatMap((type) => {
    const display = new Intl.DisplayNames('en', { type })
    const codes = type === 'region' ? pairs : [...pairs.map((pair) => pair.toLowerCase()), ...ofOneCountry]
    return codes.flatMap((code) => display.of(code) ?? [])
  })
  // How long ago, as Intl abbreviates it.
  const times = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
  const units = (['second', 'minute', 'hour', 'day'] as const).flatMap((unit) =>
    [-2, -1, 0, 1, 2].map((amount) => times.format(amount, unit)),
  )
  return [...names, ...units].flatMap((name) => wordsIn(name))
}
