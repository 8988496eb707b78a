// node bench/first-load.server.ts: bytes and time of first visits, and the list of purchases beside the same list made
// with react-admin and with plain Mantine, over the same API and session. Writes its sections of docs/benchmarks.md.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, findOrInstallChromium } from '../src/core/testing/chromium.server.ts'
import { startFront } from './front.server.ts'
import { lineOf, start } from './processes.server.ts'
import { writeSections } from './report.server.ts'
import { buildRivals } from './rival-builds.server.ts'
import { signIn } from './sign-in.server.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)
/** A desk in the office, and a machine four times slower, as a laptop on battery is. */
const slownesses = [1, 4]
const bound = 0.8

const pages = [
  { name: 'Marquee', path: '/purchases/list?size=50' },
  { name: 'react-admin', path: '/react-admin.html' },
  { name: 'plain Mantine', path: '/mantine.html' },
] as const
type Name = (typeof pages)[number]['name']

interface Visit {
  readonly ms: number
  readonly bytes: number
  readonly requests: number
}

/** Watches from inside the page for its fiftieth row, frame by frame: a question from outside would come late. */
const watchRows = `
  const look = () => {
    const rows = document.querySelectorAll('tbody tr, [role=rowgroup] [role=row]')
    const filled = [...rows].filter((row) => row.textContent.trim().length > 20)
    if (filled.length >= 50) window.rowsAreThere(performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const executablePath = findOrInstallChromium()
if (!executablePath) throw new Error('Chromium is needed for this.')
const dataDir = await mkdtemp(join(tmpdir(), 'marquee-first-load-'))
const environment = { DATA_DIR: dataDir, PORT: '0', CALLS_PER_MINUTE: '0' }
const marquee = start(['--max-semi-space-size=16', 'src/app/server/main.server.ts'], environment)
try {
  // It is made beside the work of the server, and would slow the first visits down.
  const demoData = lineOf(marquee, 'stdout', /(demo data is loaded)/)
  const url = await lineOf(marquee, 'stderr', /is ready: (\S+)/)
  await demoData
  const token = await signIn(url)
  const built = await buildRivals()
  const fronts = [
    await startFront(url, null),
    await startFront(url, built['react-admin']),
    await startFront(url, built.mantine),
  ]
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] })
  try {
    const report = await measure(
      browser,
      fronts.map((front) => front.url),
      token,
    )
    await writeSections(report)
    process.stdout.write(report)
  } finally {
    await browser.close()
    for (const { server } of fronts) server.closeAllConnections()
    for (const { server } of fronts) server.close()
  }
} finally {
  marquee.kill()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(browser: Browser, urls: readonly string[], token: string): Promise<string> {
  const lines: string[] = []
  for (const slowness of slownesses) {
    const visits = new Map<Name, Visit[]>(pages.map(({ name }) => [name, []]))
    // The first round warms the server up and does not count. Turn and turn about, so that a slow minute falls on all.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, { name, path }] of pages.entries()) {
        const found = await visit(browser, { url: `${urls[index] ?? ''}${path}`, token, slowness })
        process.stderr.write(`${name}, ${slowness} times slower, round ${round}: ${Math.round(found.ms)} ms\n`)
        if (round > 0) visits.get(name)?.push(found)
      }
    }
    const msOf = (name: Name) => median((visits.get(name) ?? []).map(({ ms }) => ms))
    const rival = msOf('react-admin')
    for (const { name } of pages) {
      const all = visits.get(name) ?? []
      const [last] = all.slice(-1)
      const kilobytes = Math.round((last?.bytes ?? 0) / 1000)
      const ratio = (msOf(name) / rival).toFixed(2)
      const worst = Math.round(Math.max(...all.map(({ ms }) => ms)))
      lines.push(
        `| ${slowness === 1 ? 'as it is' : `${slowness} times slower`} | ${name} | ${last?.requests ?? 0} | ${kilobytes} | ${Math.round(msOf(name))} | ${worst} | **${ratio}** |`,
      )
    }
  }
  return [
    '## First load of a list, beside others',
    '',
    `\`node bench/first-load.server.ts\`: from navigation to 50 rows of purchases in headless Chromium with an empty cache, signed in, on the embedded database with the demo data; medians of ${rounds} rounds turn and turn about. All lists have the same rows, the same API and the same session, and come through the same server, which keeps the files of all three in memory. react-admin's is what its documentation makes; plain Mantine asks for its rows before anything else and only draws a table: it sorts, filters and edits nothing. Bound: at most ${bound} of react-admin's time.`,
    '',
    '| processor | list | requests | KB | ms to 50 rows | worst | of react-admin |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

async function visit(
  browser: Browser,
  { url, token, slowness }: { url: string; token: string; slowness: number },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addCookies([{ name: 'token', value: encodeURIComponent(token), url }])
    const page = await context.newPage()
    // Not waitForFunction: it evaluates, which the console's policy forbids.
    const rowsAt = new Promise<number>((resolve) => void page.exposeFunction('rowsAreThere', resolve))
    await page.addInitScript(watchRows)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (slowness > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    let bytes = 0
    let requests = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    await page.goto(url)
    return { ms: await rowsAt, bytes, requests }
  } finally {
    await context.close()
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
