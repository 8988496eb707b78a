import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, findOrInstallChromium } from '../src/kit/testing/chromium.server.ts'

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
        session.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength })
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
      '## First load', '', 'Everything that a first visit transfers (documents, scripts, styles, fonts, calls), and the time from navigation to content in headless Chromium with an empty cache; medians of five.', '',
      '| page | KB | ms to content |', '|---|---|---|', ...rows, '', ...await assetSizes(),
    ]
  } finally {
    await browser.close()
  }
}

const readySelectors: Readonly<Record<string, string>> = {
  '/login': 'button', '/purchases/list': '[role=table] a, table tbody a', '/coupons/list': '[role=table] a, table tbody a', '/coupons/create': 'form input',
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
  return [`All scripts and styles of the console together: ${Math.round(total / 1000)} KB of brotli in ${sizes.length} files.`]
}
