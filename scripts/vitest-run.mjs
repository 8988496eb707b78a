import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './project.mjs'

// One folder for each run, so that two runs at a time do not count each other's tests.
const REPORTS = join('.cache', 'test', String(process.pid))
const SECONDS_TO_END = 60
const SECONDS_OF_A_SUITE = 50 * 60
const LINES_OF_A_FAILURE = 12

/** What failed in this process's runs of vitest, with the beginning of what it said. */
export const failures = []

/** What passed only when it was tried again, with the beginning of what it said at first. */
export const retries = []

/**
 * Counts from vitest's own report. A file that could not even be loaded, an error outside every test, a run
 * that died without a report and one that never ends are failures, although no test failed.
 */
export async function vitest(name, words, { env = {}, seconds: limit = SECONDS_OF_A_SUITE } = {}) {
  mkdirSync(join(root, REPORTS), { recursive: true })
  const report = join(REPORTS, `${name.replace(/[^\w-]+/g, '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  let reportedAt = null
  const isOverdue = (seconds) => {
    if (reportedAt === null && existsSync(join(root, report))) reportedAt = seconds
    if (reportedAt !== null && seconds - reportedAt > SECONDS_TO_END) {
      return `All tests ended ${SECONDS_TO_END} s ago, but vitest did not: one left a process or socket open.`
    }
    return seconds > limit ? `The suite was ended after ${limit} s.` : null
  }
  const program = join(root, 'node_modules', '.bin', 'vitest')
  const code = await run(program, ['run', ...words, ...reporters], { env, isOverdue })
  const result = readReport(name, report)
  if (code !== 0 && result.failed === 0) result.failed = 1
  return result
}

export function removeReports() {
  rmSync(join(root, REPORTS), { recursive: true, force: true })
}

function readReport(name, file) {
  try {
    const report = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    failures.push(...failuresOf(report).map((failure) => `${name}: ${failure}`))
    retries.push(...retriesOf(report).map((retry) => `${name}: ${retry}`))
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
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${beginning(message)}`]
    return assertionResults.filter((result) => result.status === 'failed').map((result) => described(file, result))
  })
}

/** Each test that passed after it had failed. */
function retriesOf({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((result) => described(relative(root, name), result)),
  )
}

function described(file, { fullName, failureMessages }) {
  return `${file} > ${fullName}\n${failureMessages.map(beginning).join('\n')}`
}

function beginning(message = '') {
  return message
    .split('\n')
    .slice(0, LINES_OF_A_FAILURE)
    .map((line) => `    ${line}`)
    .join('\n')
}
