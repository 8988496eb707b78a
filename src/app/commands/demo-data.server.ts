import { parseArgs } from 'node:util'
import { main, runCommand, say } from './run-command.server.ts'

const usual = 20_000
const maxRows = 10_000_000

const usage = `Makes two years of made-up business that end today: places, products, events, customers and purchases.

  npm run demo-data                            ${usual.toLocaleString('en')} purchases
  npm run demo-data -- --purchases 1000000     so many, and customers in proportion

Works through the running server where the embedded database is in use. Demo data of another size is replaced; a
database with anything else in it is left alone. An interrupted run goes on where it stopped.
`

function countOf(words: readonly string[]): number | 'help' | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { purchases: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) return 'help'
    const text = values.purchases ?? String(usual)
    const count = /^[1-9][0-9]{0,7}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= maxRows ? count : null
  } catch {
    return null
  }
}

await main(async function makeDemoData() {
  const purchases = countOf(process.argv.slice(2))
  if (purchases === 'help' || purchases === null) {
    say(usage)
    return purchases === null ? 2 : 0
  }
  const started = performance.now()
  await runCommand('demo-data', { purchases })
  const seconds = (performance.now() - started) / 1_000
  say(`${purchases.toLocaleString('en')} purchases are there, after ${seconds.toFixed(1)} s.`)
  return 0
})
