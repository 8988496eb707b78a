import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './project.mjs'

// One folder for each run, so that two runs at a time do not count each other's tests.
const REPORTS = join(root, '.cache', 'test', String(process.pid))
const COMPILED = join(root, '.cache', 'node')
const ERRORS_REPORTER = join(root, 'scripts', 'errors-reporter.mjs')
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
export async function vitest(name, words, { env = {}, seconds: limit = SECONDS_OF_A_SUITE, quiet = false } = {}) {
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${name.replace(/[^\w-]+/g, '-')}.json`)
  const errors = report.replace(/json$/, 'errors')
  const reporters = ['default', 'json', ERRORS_REPORTER].map((reporter) => `--reporter=${reporter}`)
  let reportedAt = null
  const isOverdue = (seconds) => {
    if (reportedAt === null && existsSync(report)) reportedAt = seconds
    if (reportedAt !== null && seconds - reportedAt > SECONDS_TO_END) {
      return `All tests ended ${SECONDS_TO_END} s ago, but vitest did not: one left a process or socket open.`
    }
    return seconds > limit ? `The suite was ended after ${limit} s.` : null
  }
  const program = join(root, 'node_modules', '.bin', 'vitest')
  const code = await run(program, ['run', ...words, ...reporters, `--outputFile.json=${report}`], {
    // Processes that tests start read the product's code compiled, as with npm start.
    env: { NODE_COMPILE_CACHE: COMPILED, ...env, ERRORS_FILE: errors },
    isOverdue,
    quiet,
  })
  const result = readReport(name, report, errors)
  if (code !== 0 && result.failed === 0) {
    failures.push(`${name}: vitest ended with exit code ${code}, and its report names no failure.`)
    result.failed = 1
  }
  return result
}

export function removeReports() {
  rmSync(REPORTS, { recursive: true, force: true })
}

function readReport(name, file, errorsFile) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const errors = JSON.parse(readFileSync(errorsFile, 'utf8'))
    failures.push(
      ...[...failuresOf(report), ...errors.map((error) => beginning(error).trimStart())].map(
        (failure) => `${name}: ${failure}`,
      ),
    )
    retries.push(...retriesOf(report).map((retry) => `${name}: ${retry}`))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + errors.length,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Each failed test, with the beginning of what it said. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((result) => described(relative(root, name), result)),
  )
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
