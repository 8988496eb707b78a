import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isTorture, rounds } from '../src/core/testing/rounds.ts'
import { settled } from './axe.ts'
import { type Product, startProduct } from './product.ts'

/** Milliseconds from one key to the next: pasted by a tool, a fast typist, a slow one. */
const paces = [0, 60, 120]
/** A round in CI has one pace, one of `npm run torture` has all of them. */
const runs = Array.from({ length: rounds.typing }, (_, round) => round).flatMap((round) =>
  (isTorture ? paces : paces.slice(round % 3, (round % 3) + 1)).map((pace) => ({ round: round + 1, pace })),
)

describe.skipIf(inject('chromiumPath') === null)('typed letters never become shortcuts', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ name: 'typed keys' })
  })
  afterAll(async () => {
    await product?.stop()
  })

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search screens, records and actions' })
  const focused = (page: Page) =>
    page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : null))

  /** The page is there, and what it fetches when it has nothing else to do has been asked for. */
  const ready = async (page: Page) => {
    await settled(page)
    await page.waitForTimeout(1_500)
  }

  /** A laptop of a quarter of this machine's speed, at the end of a slow line. */
  async function slowDown(page: Page): Promise<CDPSession> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 100_000,
      uploadThroughput: 50_000,
    })
    return cdp
  }

  /** Waits for no answer of a slow page between two keys, which `keyboard.type` does and a hand does not. */
  async function typeLikeAHand(page: Page, keys: readonly string[], pace: number): Promise<void> {
    const presses: Promise<void>[] = []
    for (const key of keys) {
      presses.push(page.keyboard.press(key === ' ' ? 'Space' : key))
      await sleep(pace)
    }
    await Promise.all(presses)
  }

  it.each(runs)('round $round at $pace ms a key', { timeout: 180_000 }, async ({ pace }) => {
    const { page } = await product.enter('admin', '/events/list')
    page.setDefaultTimeout(60_000)
    const visited: string[] = []
    await ready(page)
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    const type = (text: string) => typeLikeAHand(page, [...text], pace)
    await slowDown(page)

    await page.keyboard.press('Control+k')
    await type('guinness')
    expect(await field(page).inputValue()).toBe('guinness')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await type('paris')
    expect(await field(page).inputValue()).toBe('paris')
    await page.keyboard.press('Escape')
    expect(visited).toEqual([])

    await page.keyboard.press('Control+k')
    await type('new tag')
    await page.keyboard.press('Enter')
    await type('Immersive dining')
    await expect.poll(() => focused(page), { timeout: 60_000 }).toBe('Immersive dining')
    expect([new URL(page.url()).pathname, new Set(visited)]).toEqual(['/tags/create', new Set(['/tags/create'])])

    await page.context().close()
    await makeAndGo(pace)
  })

  async function makeAndGo(pace: number): Promise<void> {
    const { page } = await product.enter('admin', '/tags/list')
    page.setDefaultTimeout(60_000)
    const visited: string[] = []
    await ready(page)
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    await slowDown(page)
    // Keys typed while a list is loading are no command to it.
    await typeLikeAHand(page, [...'gepinafore'], pace)
    await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor()
    // Shortcuts work again after a pause.
    await page.waitForTimeout(1_500)
    expect([new Set(visited), await page.getByRole('dialog').count()]).toEqual([new Set(['/events/list']), 0])
    visited.length = 0

    await typeLikeAHand(page, [...'nAutumn Jazz Night'], pace)
    await expect.poll(() => focused(page), { timeout: 60_000 }).toBe('Autumn Jazz Night')
    expect(new Set(visited)).toEqual(new Set(['/events/create']))
    await page.context().close()
  }
})
