import { ensureConsole } from './console.mjs'
import { ensureInstalled } from './install.mjs'
import { moments } from './moments.mjs'
import { join } from 'node:path'
import { projectNode, run } from './project.mjs'
import { failures, removeReports, vitest } from './vitest-run.mjs'

// npm run torture -- --rounds N           every long proof: those of luck N times, the others once
// npm run torture -- --rounds N PROOF…    only those whose name contains a word given

const HOURS = 12
const words = process.argv.slice(2)
const place = words.indexOf('--rounds')
const rounds = place === -1 ? Number.NaN : Number(words[place + 1])
const wanted = words.filter((_, index) => place === -1 || (index !== place && index !== place + 1))

/** Name, the words for vitest, and how often it is done within one run of vitest. */
const proofs = [
  { name: 'kills', times: rounds, files: ['--project', 'unit', 'src/db/kill-9'] },
  { name: 'kills of the server', times: rounds, files: ['--project', 'races', 'src/features/reconciliation/kill-9'] },
  { name: 'kills of imports', times: rounds, files: ['--project', 'races', 'src/features/supply/kill-9'] },
  { name: 'races', times: rounds, files: ['--project', 'races', '--exclude', '**/kill-9*'] },
  { name: 'typing runs', times: rounds, files: ['--project', 'screens', 'typing-runs'] },
  { name: 'typed letters', times: rounds, files: ['--project', 'flows', 'e2e/typed-keys'] },
  { name: 'late answers', times: rounds, files: ['--project', 'flows', 'e2e/record-frame'] },
  { name: 'random calls', times: 50_000, files: ['--project', 'unit', 'src/app/fuzz'] },
  { name: 'odd values', times: 1, files: ['--project', 'unit', 'src/app/catalogue-attacks'] },
  { name: 'contract on both engines', times: 1, files: ['--project', 'unit', 'src/app/contract'] },
  { name: 'every page in every look', times: 1, files: ['--project', 'flows', 'e2e/areas', 'e2e/language'] },
  ...moments.map(({ name, at }) => ({
    name: `at ${name}`,
    times: 1,
    files: ['--project', 'unit', '--project', 'alone'],
    // The whole suite as on any other day, except for the date.
    env: { TEST_NOW: at, TORTURE_ROUNDS: '' },
  })),
]

if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run torture -- --rounds N [PROOF…]\n\nProofs: ${proofs.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen = proofs.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No proof is called ${wanted.join(' or ')}. Proofs: ${proofs.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

await ensureInstalled()
if ((await run(projectNode(), [join('scripts', 'prepare-tests.mjs')])) !== 0) process.exit(1)
if (chosen.some(({ files }) => files.includes('flows'))) await ensureConsole()
const rows = []
for (const { name, times, files, env } of chosen) {
  console.log(`\n=== ${name}`)
  const started = Date.now()
  const { passed, failed, skipped } = await vitest(name, [...files, '--retry=0'], {
    env: { TESTS_PREPARED: '1', TORTURE_ROUNDS: String(rounds), ...env },
    seconds: HOURS * 3_600,
  })
  rows.push([name, times, passed, failed, skipped, ((Date.now() - started) / 1_000).toFixed(1)])
}
removeReports()
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${table([['proof', 'rounds', 'passed', 'failed', 'skipped', 'seconds'], ...rows])}`)
// A proof that was skipped for want of a database or a browser has proved nothing.
process.exitCode = rows.some(([, , passed, failed]) => failed > 0 || passed === 0) ? 1 : 0

function table(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)))
  const cell = (value, column) =>
    column === 0 ? String(value).padEnd(widths[column]) : String(value).padStart(widths[column])
  return lines.map((line) => line.map(cell).join('  ')).join('\n')
}
