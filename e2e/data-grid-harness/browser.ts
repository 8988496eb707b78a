import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS } from '../../src/core/testing/chromium.server.ts'
import { serveHarness } from './serve.ts'

export interface Harness {
  readonly browser: Browser
  /** A fresh page with the grid that `query` describes; 1440 × 900 by default. */
  open(query: string, size?: { width: number; height: number }): Promise<Page>
  close(): Promise<void>
}

export async function startHarness(executablePath: string): Promise<Harness> {
  const served = await serveHarness()
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] })
  return {
    browser,
    async open(query, size = { width: 1440, height: 900 }) {
      const context = await browser.newContext({ viewport: size })
      const page = await context.newPage()
      page.on('pageerror', (error) => {
        throw error
      })
      await page.goto(`${served.url}?${query}`)
      await page.getByRole('table').waitFor()
      return page
    },
    async close() {
      await browser.close()
      await served.close()
    },
  }
}
