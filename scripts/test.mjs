import { join } from 'node:path'
import { ensureConsole } from './console.mjs'
import { ensureInstalled } from './install.mjs'
import { calendarTests, moments } from './moments.mjs'
import { projectNode, root, run } from './project.mjs'
import { failures, removeReports, retries, vitest } from './vitest-run.mjs'

// npm test                 everything
// npm test -- PATH         only the test files whose path contains PATH
// npm test -- --moments    only the calendar tests at other moments
// npm run check            format, types, lint, promises, unused exports, structure and voice
// npm run torture          the long versions of long tests: torture.mjs

const total = { passed: 0, failed: 0, skipped: 0 }
const started = Date.now()

const types = [['types', () => tool('tsc', '-b')]]
const checks = [
  ['format', () => tool('oxfmt', '--check')],
  ['lint and imports', () => tool('oxlint', '--deny-warnings')],
  ['promises', () => projectScript('check-promises.mjs')],
  ['unused exports', () => unused()],
  ['structure and budgets', () => projectScript('check-structure.mjs')],
  ['voice of the texts', () => projectScript('check-voice.mjs')],
]
const calendar = ['calendar tests at other moments', () => atMoments()]
const suites = [
  ['console build', () => succeeds(() => ensureConsole({ force: true }))],
  [
    'unit, API and contract tests',
    () => tests('unit', ['--project', 'unit', '--project', 'alone', '--project', 'screens']),
  ],
  calendar,
  ['races on a real PostgreSQL', () => tests('races', ['--project', 'races'])],
  ['browser flows', () => tests('flows', ['--project', 'flows'])],
  ['timings in the browser', () => tests('timings', ['--project', 'timings'])],
]

let hasPrepared = false
const words = process.argv.slice(2)
const onlyChecks = words.includes('--checks')
const onlyMoments = words.includes('--moments')
const filters = words.filter((word) => !['--checks', '--moments'].includes(word))

try {
  await ensureInstalled()
  // Each keeps one core busy for the same time.
  if (onlyChecks) await runSteps([types, checks])
  else if (onlyMoments) await runSteps([[calendar]])
  else if (filters.length > 0) await runSteps([[[filters.join(' '), chosen]]])
  else if (await isPrepared()) await runSteps([types, checks], [suites])
} catch (error) {
  console.error(`\n${error.stack ?? error}`)
  total.failed += 1
}
removeReports()
// Repeated at the very end, because a reader of another machine's log often sees only its tail.
for (const retry of retries) console.log(`\nRETRIED ${retry}`)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)

/** Groups of lanes one after the other: the lanes of a group side by side, the steps of a lane in their order. */
async function runSteps(...groups) {
  const lines = []
  for (const group of groups) {
    for (const lane of await Promise.all(group.map(runLane))) lines.push(...lane)
  }
  console.log(`\n${lines.join('\n')}`)
}

async function runLane(steps) {
  const lines = []
  for (const [name, step] of steps) {
    console.log(`\n=== ${name}`)
    const before = Date.now()
    const result = await step()
    total.passed += result.passed
    total.failed += result.failed
    total.skipped += result.skipped
    const counts = `${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`
    const seconds = ((Date.now() - before) / 1000).toFixed(1).padStart(6)
    const verdict = result.failed > 0 ? 'FAILED' : '    ok'
    lines.push(`${verdict}  ${name.padEnd(32)} ${counts.padEnd(38)} ${seconds} s`)
  }
  return lines
}

/**
 * Chromium and PostgreSQL, fetched before anything is timed. Where neither is required, doing without is
 * fine.
 */
async function isPrepared() {
  console.log('\n=== what the tests need')
  hasPrepared = true
  const code = await run(projectNode(), [join('scripts', 'prepare-tests.mjs')])
  if (code !== 0) total.failed += 1
  return code === 0
}

async function chosen() {
  if (filters.some((filter) => filter.includes('e2e'))) await ensureConsole()
  return tests('chosen', filters)
}

function tests(name, words, env = {}) {
  return vitest(name, words, { env: { ...env, ...(hasPrepared && { TESTS_PREPARED: '1' }) } })
}

/** Two moments at a time: each loads the product once and keeps one core busy. */
async function atMoments() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const left = [...moments]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { name, at, also = [] } = next
      console.log(`\n--- ${name}: ${at}`)
      const files = ['--project', 'unit', '--maxWorkers=1', ...calendarTests, ...also]
      const result = await tests(name, files, { TEST_NOW: at })
      for (const key of Object.keys(sum)) sum[key] += result[key]
    }
  }
  await Promise.all([lane(), lane()])
  return sum
}

async function succeeds(work) {
  try {
    await work()
    return { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

async function tool(name, ...words) {
  const code = await run(join(root, 'node_modules', '.bin', name), words, { label: name, quiet: 'until-the-end' })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** What nothing uses, then what only tests use: a type is gone at run time, so tests alone can use one. */
async function unused() {
  const passes = [[], ['--production', '--exclude', 'types']]
  const results = await Promise.all(passes.map((words) => tool('knip', '--no-config-hints', ...words)))
  return results.find(({ failed }) => failed > 0) ?? results[0]
}

async function projectScript(name) {
  const code = await run(projectNode(), [join('scripts', name)], { quiet: 'until-the-end' })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}
