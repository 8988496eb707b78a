import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything in this folder runs on the machine's own Node, 20 or newer, before anything is installed: plain
// JavaScript, no dependency.

export const root = fileURLToPath(new URL('../', import.meta.url))

/** The Node that the project brings along; the machine's own where the project's could not be installed. */
export function projectNode() {
  const own = join(root, 'node_modules', '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

/** The environment in which a program and its children find the project's Node and tools first. */
export function projectEnvironment(more = {}) {
  const bin = join(root, 'node_modules', '.bin')
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...more }
}

/**
 * Runs a program in the project's folder and resolves to its exit code, never rejects. With `quiet` its
 * output is kept and shown only when it fails, with `quiet: 'always'` not even then, and with `quiet: 'until-the-end'` in one piece once it has
 * ended. A step that takes long says every ten seconds that it is still at work.
 *
 * The program gets a process group of its own, and nothing of that group outlives it. `isOverdue` is asked
 * every second; a sentence as its answer ends the whole group and counts as a failure.
 */
export async function run(command, words, options = {}) {
  const { env = {}, quiet = false, label = '', isOverdue = () => null } = options
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const progress = label ? setInterval(() => console.log(`  ... ${label}, ${seconds()} s`), 10_000) : null
  const kept = []
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(command, words, {
    cwd: root,
    env: projectEnvironment(env),
    stdio: ['ignore', output, output],
    detached: true,
  })
  child.stdout?.on('data', (chunk) => kept.push(chunk))
  child.stderr?.on('data', (chunk) => kept.push(chunk))
  let overdue = null
  const watch = setInterval(() => {
    overdue ??= isOverdue(seconds())
    if (overdue) signalGroup(child, 'SIGKILL')
  }, 1000)
  const forward = (signal) => {
    signalGroup(child, signal)
    // The rest of the run has no point any more; the group is given a moment to tidy up.
    setTimeout(() => process.exit(1), 5000).unref()
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(`${command} cannot be started: ${error.message}`)
        resolve(1)
      })
      child.once('exit', () => signalGroup(child, 'SIGKILL'))
      child.once('close', (code, signal) => {
        if (overdue) console.error(`\n*** ${overdue}\n`)
        const exit = overdue || signal ? 1 : code
        if (quiet === 'until-the-end') process.stdout.write(Buffer.concat(kept))
        else if (exit !== 0 && quiet !== 'always') process.stderr.write(Buffer.concat(kept))
        resolve(exit)
      })
    })
  } finally {
    clearInterval(progress)
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch (error) {
    // The group has no processes left, or those left belong to another user.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}
