// node bench/venue-map.server.ts http://localhost:8080 [4]: a map of 2,000 sections in headless Chromium, on a product that
// runs with its demo data. For each action the longest task of the main thread in processor time, at the given slowdown.
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, findOrInstallChromium } from '../src/core/testing/chromium.server.ts'

const [, , url = 'http://localhost:8080', slowdown = '1'] = process.argv
const sections = 2_000
const rounds = 9
/** What an action leads to is over by then, in ms. */
const settled = Number(slowdown) > 1 ? 1_200 : 500

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread, in µs: what else a machine does counts only little. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

type Action = readonly [name: string, act: (round: number) => Promise<void>]

/** The longest task of the page's main thread while something is done, in ms. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  await page.waitForTimeout(settled)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000))
}

/** Opens a configuration with 2,000 sections, which the first run imports. */
async function openMap(page: Page): Promise<Locator> {
  await page.goto(`${url}/login`)
  await page.getByRole('button').filter({ hasText: 'admin' }).first().click()
  await page.waitForURL(/dashboard/)
  await page.goto(`${url}/venues/update?id=1`)
  const panel = page.getByRole('region', { name: 'Configurations' })
  await panel.getByRole('group', { name: 'Choose a configuration' }).waitFor()
  const chosen = panel.getByRole('button', { name: /^Two thousand/ })
  if ((await chosen.count()) === 0) {
    await panel.getByRole('button', { name: 'New configuration' }).click()
    const dialog = page.getByRole('dialog', { name: 'New configuration' })
    await dialog.getByLabel('Name').fill('Two thousand')
    await dialog.getByLabel('Layout').selectOption('arena')
    await dialog.getByLabel('Capacity').fill('80000')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await panel.getByRole('button', { name: 'Import' }).click()
    const lines = Array.from({ length: sections }, (_, n) => `s${n},Section ${n},Tier ${n % 10},${(n % 10) + 1},1-20\n`)
    const buffer = Buffer.from(`id,name,zone,rank,rows\n${lines.join('')}`)
    await page
      .locator('input[type=file][accept*=csv]')
      .setInputFiles({ name: 'sections.csv', mimeType: 'text/csv', buffer })
    const importing = page.getByRole('dialog', { name: 'Import a manifest' })
    await importing.getByRole('button', { name: 'Publish' }).click()
    await importing.waitFor({ state: 'detached' })
  } else await chosen.click()
  const map = page.getByRole('group', { name: /^Map of / })
  await map
    .locator('path[data-kind=section]')
    .nth(sections - 1)
    .waitFor()
  await map.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_500)
  return map
}

async function measure(browser: Browser): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage()
  const map = await openMap(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) })
  let { middle, at } = await placesOf(map)
  const drag = async (from: readonly [number, number], by: number) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    for (let step = 1; step <= 8; step += 1) await page.mouse.move(from[0] + (by * step) / 8, from[1])
    await page.mouse.up()
  }
  const search = page.getByRole('searchbox', { name: /^Find a section/ })
  const reading: readonly Action[] = [
    ['hover', async (round) => page.mouse.move(...at(round), { steps: 8 })],
    ['pan', async (round) => drag(middle, round % 2 === 0 ? 40 : -40)],
    [
      'zoom',
      async (round) => {
        await page.mouse.move(...middle)
        for (let step = 0; step < 4; step += 1) await page.mouse.wheel(0, round % 2 === 0 ? -120 : 120)
      },
    ],
    ['select', async (round) => page.mouse.click(...at(round))],
    ['search', async (round) => search.press(round % 3 === 2 ? 'Backspace' : String(round % 3))],
  ]
  await run(browser, page, reading)
  await search.fill('')
  await page.getByRole('button', { name: 'Edit map' }).click()
  await page.getByRole('group', { name: /in edit mode$/ }).waitFor()
  await page.waitForTimeout(2_000)
  ;({ middle, at } = await placesOf(page.getByRole('group', { name: /in edit mode$/ })))
  await page.mouse.click(...at(0))
  await run(browser, page, [
    ['drag one section', async (round) => drag(await centreOf(page), round % 2 === 0 ? 24 : -24)],
    ['move it by a key', async () => page.keyboard.press('ArrowRight')],
    ['undo', async () => page.keyboard.press('Control+z')],
  ])
  await page.getByRole('checkbox', { name: 'Select all sections' }).check()
  await page
    .locator('path[data-selected=true]')
    .nth(sections - 1)
    .waitFor()
  // Selecting all opens a bar above the map.
  await page.getByRole('group', { name: /in edit mode$/ }).scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  await run(browser, page, [
    ['drag 2,000 sections', async (round) => drag(await pressable(page), round % 2 === 0 ? 24 : -24)],
  ])
}

/** A point of a selected section that nothing covers: between sections a drag pans the map. */
async function pressable(page: Page): Promise<readonly [number, number]> {
  const found = await page.evaluate(() => {
    for (const path of document.querySelectorAll('path[data-selected=true]')) {
      const { x, y, width, height } = path.getBoundingClientRect()
      const at = [x + width / 2, y + height / 2] as const
      if (document.elementFromPoint(...at) === path) return at
    }
    return null
  })
  if (!found) throw new Error('No selected section can be pressed.')
  return found
}

async function placesOf(map: Locator) {
  await map.scrollIntoViewIfNeeded()
  const place = await map.boundingBox()
  if (!place) throw new Error('The map is not on the page.')
  const middle = [place.x + place.width / 2, place.y + place.height / 2] as const
  /** Where sections are, on a ring around the middle. */
  const at = (round: number) => {
    const angle = (round / rounds) * 2 * Math.PI
    return [middle[0] + Math.cos(angle) * place.width * 0.3, middle[1] + Math.sin(angle) * place.height * 0.3] as const
  }
  return { middle, at }
}

async function centreOf(page: Page): Promise<readonly [number, number]> {
  const box = await page.locator('path[data-selected=true]').boundingBox()
  if (!box) throw new Error('No section is selected.')
  return [box.x + box.width * 0.5, box.y + box.height * 0.5]
}

async function run(browser: Browser, page: Page, actions: readonly Action[]): Promise<void> {
  for (const [name, act] of actions) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await longestTask(browser, page, () => act(round)))
    times.sort((a, b) => a - b)
    const median = times[Math.floor(rounds / 2)] ?? 0
    process.stdout.write(`| ${name} | ${Math.round(median)} | ${Math.round(times.at(-1) ?? 0)} |\n`)
  }
}

const executablePath = findOrInstallChromium()
if (!executablePath) throw new Error('Chromium was not found.')
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] })
try {
  process.stdout.write('| action | median, ms | worst, ms |\n|---|---|---|\n')
  await measure(browser)
} finally {
  await browser.close()
}
