import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, findOrInstallChromium } from '../src/core/testing/chromium.server.ts'

const pages = ['/login', '/dashboard', '/purchases/list', '/coupons/list', '/coupons/create']

/** Bytes of each first load as brotli sends them, and how long a list takes from navigation to rows. */
export async function measureConsole(url: string): Promise<string[]> {
  const executablePath = findOrInstallChromium()
  if (!executablePath) return ['Chromium was not found, so the console was not measured.']
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] })
  try {
    const rows: string[] = []
    for (const path of pages) {
      const times: number[] = []
      let bytes = 0
      for (let round = 0; round < 5; round++) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        if (path !== '/login') await signIn(page, url)
        // The browser's cache would hide what a first visit costs.
        const cold = await context.newPage()
        const session = await context.newCDPSession(cold)
        await session.send('Network.setCacheDisabled', { cacheDisabled: true })
        bytes = 0
        session.on('Network.loadingFinished', (event) => {
          bytes += event.encodedDataLength
        })
        await session.send('Network.enable')
        const started = performance.now()
        await cold.goto(url + path)
        await cold.waitForSelector(readySelectors[path] ?? 'main h1')
        times.push(performance.now() - started)
        await context.close()
      }
      times.sort((a, b) => a - b)
      rows.push(`| ${path} | ${Math.round(bytes / 1000)} | ${Math.round(times[2] ?? 0)} |`)
    }
    return [
      '## First load',
      '',
      'Everything that a first visit transfers (documents, scripts, styles, fonts, calls), and the time from navigation to content in headless Chromium with an empty cache; medians of five.',
      '',
      '| page | KB | ms to content |',
      '|---|---|---|',
      ...rows,
      '',
      ...(await assetSizes()),
      '',
      ...(await measureUse(browser, url)),
    ]
  } finally {
    await browser.close()
  }
}

/** Bound of a list of 50 rows: from what a person does to the next paint, in ms. */
const useBound = 48
const usedLists = ['/coupons/list', '/purchases/list']
const sorts = 12
const typed = ['a', 'n', 'Backspace', 'Backspace', 'm', 'a', 'Backspace', 'Backspace']
/** The effects of a click or a key, the server's answer included, are over by then. */
const settledMs = 900

/** From a click on a column's head, and from a key in the search box, to the next paint: of lists as people use them, 50 rows. */
async function measureUse(browser: Browser, url: string): Promise<string[]> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(page, url)
  const rows: string[] = []
  for (const path of usedLists) {
    await page.goto(`${url}${path}?size=50`)
    await page.getByRole('row').nth(40).waitFor()
    await page.evaluate(`
      window.timings = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.interactionId) window.timings.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16 })`)
    const heads = await page
      .getByRole('columnheader')
      .getByRole('button', { name: /^Sort / })
      .all()
    const sort = await timesOf(
      page,
      Array.from({ length: sorts }, (_, n) => async () => heads[n % 3]?.click()),
    )
    await page.getByRole('searchbox', { name: 'Search' }).click()
    const type = await timesOf(
      page,
      typed.map((key) => async () => page.keyboard.press(key)),
    )
    for (const [what, times] of [
      ['sort', sort],
      ['type', type],
    ] as const) {
      rows.push(`| ${what} in ${path} | ${useBound} | ${times[Math.floor(times.length / 2)]} | ${times.at(-1)} |`)
    }
  }
  await page.context().close()
  return [
    '## Lists in use',
    '',
    'From a click on a column’s head, or a key in the search box, to the next paint, by the browser’s own Event Timing (steps of 8 ms; what is shorter than 16 counts as 16). The lists of the console itself, 50 rows, whose rows the server sorts and searches.',
    '',
    '| what | bound, ms | median, ms | worst, ms |',
    '|---|---|---|---|',
    ...rows,
  ]
}

/** The longest event of each action, in order. */
async function timesOf(page: Page, actions: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = []
  for (const act of actions) {
    await page.waitForTimeout(settledMs)
    await page.evaluate('window.timings.length = 0')
    await act()
    await page.waitForTimeout(settledMs)
    times.push(Math.max(16, ...(await page.evaluate<number[]>('window.timings'))))
  }
  return times.toSorted((a, b) => a - b)
}

const readySelectors: Readonly<Record<string, string>> = {
  '/login': 'button',
  '/purchases/list': '[role=table] a, table tbody a',
  '/coupons/list': '[role=table] a, table tbody a',
  '/coupons/create': 'form input',
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('button').filter({ hasText: 'admin' }).first().click()
  await page.waitForURL(/dashboard/)
}

async function assetSizes(): Promise<string[]> {
  const folder = fileURLToPath(new URL('../dist/console/assets/', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.br'))
  const sizes = await Promise.all(names.map(async (name) => [name, (await stat(folder + name)).size] as const))
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  return [
    `All scripts and styles of the console together: ${Math.round(total / 1000)} KB of brotli in ${sizes.length} files.`,
  ]
}
