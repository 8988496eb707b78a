// node bench/warm-clicks.server.ts http://localhost:8080: warm clicks from list to list and from list to record in headless
// Chromium, on a product that runs with its demo data. For each click the time that the main thread spends in tasks.
import { loadavg } from 'node:os'
import { chromium, type Browser, type Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, findOrInstallChromium } from '../src/core/testing/chromium.server.ts'

const [, , url = 'http://localhost:8080'] = process.argv
/** Clicks that count; the first ones of each pair bring what is loaded once. */
const clicks = 20
const warmUps = 2
/** What a click leads to is over by then, in ms. */
const settled = 1_500
/** From the click to where it leads, in ms of tasks. */
const bound = 150

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Time of the thread in processor and by the clock, in µs: what else a machine does counts little in the first. */
  readonly tdur?: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** A page from which a click leads to another, and what is clicked. */
interface Pair {
  readonly from: string
  readonly to: string
  /** The link of the menu; without one a row of the list is clicked. */
  readonly link?: string
}

const pairs: readonly Pair[] = [
  { from: 'purchases/products/list', to: 'purchases/products/view' },
  { from: 'coupons/list', to: 'coupons/update' },
  { from: 'products/list', to: 'products/update' },
  { from: 'purchases/list', to: 'coupons/list', link: '/coupons/list' },
  { from: 'coupons/list', to: 'purchases/list', link: '/purchases/list' },
]

/** Time of the page's main thread in tasks while something is done, in ms of the processor and of the clock. */
async function taskTime(browser: Browser, page: Page, act: () => Promise<void>): Promise<readonly [number, number]> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  await page.waitForTimeout(settled)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && mains.has(`${pid} ${tid}`))
  const sum = (times: readonly number[]) => times.reduce((whole, time) => whole + time, 0) / 1_000
  return [sum(tasks.map(({ tdur = 0 }) => tdur)), sum(tasks.map(({ dur = 0 }) => dur))]
}

/** Follows a link without loading the document again. */
async function goTo(page: Page, screen: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/${screen}`)
}

/** Waits until a list is there with its rows, or a record with its parts. */
async function arrived(page: Page, to: string): Promise<void> {
  const parts = 'table[role=table]:not([aria-busy=true]) tbody tr[data-row-id]'
  await page
    .locator(`main[data-screen="${to}"] :is(${to.endsWith('/list') ? parts : 'section, form'})`)
    .first()
    .waitFor()
}

async function measure(browser: Browser, page: Page, { from, to, link }: Pair): Promise<string> {
  const times: (readonly [number, number])[] = []
  for (let round = -warmUps; round < clicks; round += 1) {
    await goTo(page, from)
    await arrived(page, from)
    const target = link
      ? page.locator(`nav a[href="${link}"]`).first()
      : page
          .locator('main tbody tr[data-row-id]')
          .nth((round + warmUps) % 10)
          .locator('td[data-column]')
          .first()
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`There is nothing to click on /${from}.`)
    // A click as a person's: the tool's own looks at the page first and waits in it for what comes, which is work as well.
    const [x, y] = link ? [box.x + box.width / 2, box.y + box.height / 2] : [box.x + 4, box.y + 4]
    // The whole text of a cell that the pointer rests on lies over the row above it.
    await page.mouse.move(0, 0)
    await page.waitForTimeout(settled)
    const took = await taskTime(browser, page, () => page.mouse.click(x, y))
    await arrived(page, to)
    if (round >= 0) times.push(took)
  }
  const median = (which: 0 | 1) => times.map((one) => one[which]).toSorted((a, b) => a - b)[clicks / 2] ?? 0
  const worst = Math.max(...times.map(([processor]) => processor))
  return `| /${from} to ${link ?? 'a record'} | ${bound} | ${Math.round(median(0))} | ${Math.round(worst)} | ${Math.round(median(1))} |`
}

const executablePath = findOrInstallChromium()
if (!executablePath) throw new Error('Chromium was not found.')
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] })
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${url}/login`)
  await page.getByRole('button').filter({ hasText: 'admin' }).first().click()
  await page.waitForURL(/dashboard/)
  process.stdout.write(
    '| click | bound, ms | median, ms | worst, ms | median by the clock, ms |\n|---|---|---|---|---|\n',
  )
  for (const pair of pairs) process.stdout.write(`${await measure(browser, page, pair)}\n`)
  process.stdout.write(`\nLoad: ${loadavg()[0]?.toFixed(1)}\n`)
} finally {
  await browser.close()
}
