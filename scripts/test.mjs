import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureConsole } from './console.mjs'
import { ensureInstalled } from './install.mjs'
import { projectNode, root, run } from './project.mjs'

// npm test            everything
// npm test -- PATH    only the test files whose path contains PATH
// npm run check       types, lint and structure
// npm run test:full   everything, the long versions of long tests too

// One folder for each run, so that two runs at a time do not count each other's tests.
const REPORTS = join('.cache', 'test', String(process.pid))
const SECONDS_TO_END = 60
const SECONDS_OF_A_SUITE = 40 * 60
const LINES_OF_A_FAILURE = 12
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const started = Date.now()

const checks = [
  ['types', () => tool('tsc', '-b')],
  ['lint and imports', () => tool('oxlint', '--deny-warnings')],
  ['structure and budgets', () => projectScript('check-structure.mjs')],
]
const suites = [
  ['console build', () => succeeds(() => ensureConsole({ force: true }))],
  ['unit, API and contract tests', () => vitest('unit', ['--project', 'unit', '--project', 'alone', '--project', 'screens'])],
  ['races on a real PostgreSQL', () => vitest('races', ['--project', 'races'])],
  ['browser flows', () => vitest('flows', ['--project', 'flows'])],
  ['timings in the browser', () => vitest('timings', ['--project', 'timings'])],
]

let hasPrepared = false
const words = process.argv.slice(2)
const onlyChecks = words.includes('--checks')
const filters = words.filter((word) => word !== '--checks')

try {
  mkdirSync(join(root, REPORTS), { recursive: true })
  await ensureInstalled()
  if (onlyChecks) await runSteps(checks)
  else if (filters.length > 0) await runSteps([[filters.join(' '), () => chosen()]])
  else if (await isPrepared()) await runSteps([...checks, ...suites])
} catch (error) {
  console.error(`\n${error.stack ?? error}`)
  total.failed += 1
}
rmSync(join(root, REPORTS), { recursive: true, force: true })
// At the very end once more, because whoever reads the log of another machine may see no more than its tail.
for (const failure of failures) console.log(`\nFAILED ${failure}`)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)

async function runSteps(steps) {
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
  console.log(`\n${lines.join('\n')}`)
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
  return vitest('chosen', filters)
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
  const code = await run(join(root, 'node_modules', '.bin', name), words, { label: name })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

async function projectScript(name) {
  const code = await run(projectNode(), [join('scripts', name)])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/**
 * Counts from vitest's own report. A file that could not even be loaded, an error outside every test, a run
 * that died without a report and one that never ends are failures, although no test failed.
 */
async function vitest(name, words) {
  const report = join(REPORTS, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = hasPrepared ? { TESTS_PREPARED: '1' } : {}
  let reportedAt = null
  const isOverdue = (seconds) => {
    if (reportedAt === null && existsSync(join(root, report))) reportedAt = seconds
    if (reportedAt !== null && seconds - reportedAt > SECONDS_TO_END) {
      return `All tests ended ${SECONDS_TO_END} s ago, but vitest did not: one left a process or socket open.`
    }
    return seconds > SECONDS_OF_A_SUITE ? `The suite was ended after ${SECONDS_OF_A_SUITE} s.` : null
  }
  const program = join(root, 'node_modules', '.bin', 'vitest')
  const code = await run(program, ['run', ...words, ...reporters], { env, isOverdue })
  const result = readReport(report)
  if (code !== 0 && result.failed === 0) result.failed = 1
  return result
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const unloaded = report.testResults
      .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    failures.push(...failuresOf(report))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Each failed test, and each file that could not be loaded, with the beginning of what it said. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${beginning(message)}`]
    return failed.map(({ fullName, failureMessages }) => {
      return `${file} > ${fullName}\n${failureMessages.map(beginning).join('\n')}`
    })
  })
}

function beginning(message = '') {
  return message.split('\n').slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}`).join('\n')
}
