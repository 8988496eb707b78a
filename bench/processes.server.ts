import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One of our programs in a process of its own, started from the root of the repository. */
export function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * The match of the pattern's first group in the program's output, as soon as it is printed. Rejects when the program
 * ends first.
 */
export async function lineOf(child: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> {
  let text = ''
  return await new Promise((resolve, reject) => {
    child[stream]?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)
      if (found) resolve(found[1] ?? '')
    })
    child.once('exit', (code) => reject(new Error(`A server ended with ${code}: ${text}`)))
  })
}
