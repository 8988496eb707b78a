import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings/settings.server.ts'
import { main, runCommand, say } from './run-command.server.ts'
import type { Shop } from './traffic.server.ts'
import { outcomeAt, sellOne } from './traffic.server.ts'

const usage = `Sells through the Orders API of a running server in demo mode, so that orders arrive while staff watch.

  npm run demo-traffic                           12 orders a minute, until Ctrl+C
  npm run demo-traffic -- --rate 60              so many a minute, at most 600
  npm run demo-traffic -- --orders 100           so many in all
  npm run demo-traffic -- --url http://host:80   another address than http://localhost and the port of the settings

Orders are paid, paid at the second try, sent twice, cancelled with and without a refund, or left unpaid.
`

interface Wanted {
  readonly url: string
  readonly rate: number
  readonly orders: number
}

function wantedBy(words: readonly string[]): Wanted | 'help' | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        url: { type: 'string' },
        rate: { type: 'string', default: '12' },
        orders: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) return 'help'
    const url = values.url ?? `http://localhost:${readSettings(process.env).port}`
    const [rate, orders] = [Number(values.rate), values.orders === undefined ? Infinity : Number(values.orders)]
    return URL.canParse(url) && rate >= 1 && rate <= 600 && orders >= 1 ? { url, rate, orders } : null
  } catch {
    return null
  }
}

await main(async function demoTraffic() {
  const wanted = wantedBy(process.argv.slice(2))
  if (wanted === 'help' || wanted === null) {
    say(usage)
    return wanted === null ? 2 : 0
  }
  // Edge: the command beside this one answers with it.
  const shop = { url: wanted.url, ...((await runCommand('demo-traffic', {})) as Omit<Shop, 'url'>) }
  if (shop.lines.length === 0) {
    say('Nothing is on sale. Run npm run demo-data first.')
    return 1
  }
  const [counts, stop] = [new Map<string, number>(), new AbortController()]
  process.once('SIGINT', () => stop.abort())
  for (let n = 0; n < wanted.orders && !stop.signal.aborted; n++) {
    const result = await sellOne(shop, outcomeAt(Math.random())).catch((error: unknown) => {
      say(String(error))
      return 'failed'
    })
    counts.set(result, (counts.get(result) ?? 0) + 1)
    say([...counts].map(([name, count]) => `${count} ${name}`).join(' · '))
    if (n + 1 < wanted.orders) await wait(60_000 / wanted.rate, undefined, { signal: stop.signal }).catch(() => {})
  }
  return counts.has('failed') ? 1 : 0
})
