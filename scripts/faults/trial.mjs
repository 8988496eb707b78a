import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { projectEnvironment, root } from '../project.mjs'
import { makeFault } from './copy.mjs'
import { openCompiler } from './program.mjs'

const MOST_OF_A_MESSAGE = 160

export class Trial {
  #copy
  #secondsOfAStep
  /** Tests that fail without a fault, by file and filter: tried when the first test of a file fails. */
  #brokenBefore = new Map()

  #compiler

  constructor(copy, { secondsOfAStep }) {
    this.#copy = copy
    this.#compiler = openCompiler(copy)
    this.#secondsOfAStep = secondsOfAStep
  }

  /**
   * Tries a fault: the compiler, then the steps of tests until one fails. `{ result, by, message, tried, cut }`: the
   * result is 'compiler', 'test', 'timeout' or 'survived', `cut` how many steps were left when the time was over.
   * Steps that an earlier run has tried are left out. The compiler reads the file and those that import it.
   */
  async judge(fault, steps, { seconds, importers, tried = [] }) {
    const read = [fault.file, ...importers]
    const before = this.#compiler.complaintOf(read)
    if (before) throw new Error(`Without any fault the compiler says of ${fault.file}: ${before}`)
    const takeBack = makeFault(this.#copy, fault)
    const done = [...tried]
    try {
      const complaint = this.#compiler.complaintOf(read)?.slice(0, MOST_OF_A_MESSAGE)
      if (complaint) return { result: 'compiler', by: 'tsc', message: complaint, tried: done }
      const started = Date.now()
      for (const [index, step] of steps.entries()) {
        if (index < tried.length) continue
        if (Date.now() - started > seconds * 1000) {
          return { result: 'survived', tried: done, cut: steps.length - done.length }
        }
        const failure = await this.#failureOf(step, fault, takeBack)
        done.push(`${step.name} (${step.files.length})`)
        if (failure) return { ...failure, tried: done }
      }
      return { result: 'survived', tried: done }
    } finally {
      takeBack()
    }
  }

  close() {
    this.#compiler.close()
  }

  /** The first failure of a step that isn't there without the fault. */
  async #failureOf(step, fault, takeBack) {
    const without = async (work) => {
      takeBack()
      try {
        return await work()
      } finally {
        makeFault(this.#copy, fault)
      }
    }
    const keyOf = (file) => `${file} ${step.only ?? ''}`
    const brokenIn = (file) => this.#brokenBefore.get(keyOf(file)) ?? new Set()
    for (;;) {
      const broken = step.files.reduce((sum, file) => sum + brokenIn(file).size, 0)
      const run = await this.#vitest(step, ['--bail', String(broken + 1)])
      const failures = run.failures.filter(({ file, name }) => !brokenIn(file).has(name))
      if (run.isOverdue) {
        const before = await without(() => this.#vitest(step, []))
        // A step that takes too long without the fault too says nothing about it.
        if (before.isOverdue) return null
        return { result: 'timeout', by: step.files.join(', '), message: `not done after ${this.#secondsOfAStep} s` }
      }
      if (failures.length === 0) return null
      for (const file of new Set(failures.map((failure) => failure.file))) {
        if (this.#brokenBefore.has(keyOf(file))) continue
        const before = await without(() => this.#vitest({ ...step, files: [file] }, []))
        this.#brokenBefore.set(keyOf(file), new Set(before.failures.map(({ name }) => name)))
      }
      const real = failures.find(({ file, name }) => !brokenIn(file).has(name))
      if (real && (await this.#isSteady(real, step))) {
        return { result: 'test', by: `${real.file} > ${real.name}`, message: real.message }
      }
      if (real) return null
    }
  }

  /** A busy machine misses a deadline once; a fault misses it again. */
  async #isSteady({ file, message }, step) {
    if (!/time|deadline|poll/i.test(message)) return true
    const again = await this.#vitest({ ...step, files: [file] }, [])
    return again.isOverdue || again.failures.length > 0
  }

  async #vitest({ files, only }, words) {
    const report = join(this.#copy, '.cache', 'faults-report.json')
    rmSync(report, { force: true })
    const filter = only ? ['-t', only] : []
    const reporting = ['--reporter=json', `--outputFile.json=${report}`]
    const steady = ['--retry', '0', '--maxWorkers', '1']
    const all = ['run', ...files, ...filter, ...words, ...steady, ...reporting]
    const { code, output, isOverdue } = await this.#run('vitest', all)
    if (isOverdue) return { isOverdue, failures: [] }
    if (!existsSync(report)) throw new Error(`vitest ended with ${code} and no report:\n${output}`)
    return { isOverdue, failures: failuresOf(JSON.parse(readFileSync(report, 'utf8')), this.#copy, code) }
  }

  /** Runs a tool in the copy. The tool has a group of its own, and none of it outlives the limit. */
  #run(tool, words) {
    const child = spawn(join(this.#copy, 'node_modules', '.bin', tool), words, {
      cwd: this.#copy,
      env: projectEnvironment({ CI: '1', NO_COLOR: '1' }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const kept = []
    child.stdout.on('data', (chunk) => kept.push(chunk))
    child.stderr.on('data', (chunk) => kept.push(chunk))
    let isOverdue = false
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
    const timer = setTimeout(() => {
      isOverdue = true
      end()
    }, this.#secondsOfAStep * 1000)
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', end)
      child.once('close', (code) => {
        clearTimeout(timer)
        resolve({ code, isOverdue, output: Buffer.concat(kept).toString('utf8').slice(-4000) })
      })
    })
  }
}

/** What failed in a report: tests, files that couldn't be loaded, and errors outside every test. */
function failuresOf({ testResults }, copy, code) {
  const failures = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(copy, path)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0)
      return [{ file, name: '(the file itself)', message: first(message) }]
    return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, message: first(failureMessages[0]) }))
  })
  if (failures.length === 0 && code !== 0) {
    const file = testResults[0] ? relative(copy, testResults[0].name) : '(no file)'
    failures.push({ file, name: '(an error outside every test)', message: '' })
  }
  return failures
}

function first(message = '') {
  return message.split('\n')[0].slice(0, MOST_OF_A_MESSAGE)
}

/** Where the copy is: beside what the other tools keep. */
export const COPY = join(root, '.cache', 'faults', 'tree')

export function saveJson(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
