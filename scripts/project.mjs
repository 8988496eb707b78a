import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything in this folder runs on the machine's own Node, 20 or newer, before anything is installed: plain
// JavaScript, no dependency.

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node that the project brings along; the machine's own where the project's could not be installed. */
export function projectNode() {
  const own = join(root, 'node_modules', '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

/** The environment in which a program and whatever it starts find the project's Node and tools first. */
export function projectEnvironment(more = {}) {
  const bin = join(root, 'node_modules', '.bin')
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...more }
}

/**
 * Runs a program in the project's folder and resolves to its exit code, never rejects. With `quiet` its
 * output is kept and shown only when it fails. A step that takes long says every ten seconds that it is still
 * at work.
 */
export async function run(command, words, { env = {}, quiet = false, label = '' } = {}) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const progress = label ? setInterval(() => console.log(`  ... ${label}, ${seconds()} s`), 10_000) : null
  const kept = []
  const output = quiet ? 'pipe' : 'inherit'
  const child = spawn(command, words, {
    cwd: root, env: projectEnvironment(env), stdio: ['ignore', output, output],
  })
  child.stdout?.on('data', (chunk) => kept.push(chunk))
  child.stderr?.on('data', (chunk) => kept.push(chunk))
  // Ctrl-C reaches the child too, which belongs to the same terminal; a supervisor's TERM does not.
  const forward = (signal) => child.kill(signal)
  process.once('SIGTERM', forward)
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(`${command} cannot be started: ${error.message}`)
        resolve(1)
      })
      child.once('close', (code, signal) => {
        const exit = code ?? (signal ? 1 : 0)
        if (exit !== 0) process.stderr.write(Buffer.concat(kept))
        resolve(exit)
      })
    })
  } finally {
    clearInterval(progress)
    process.off('SIGTERM', forward)
  }
}
