import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The product as it is started for real, with its jobs, in a process that a test can kill. */
export class ProductProcess {
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | null = null
  #ended: Promise<unknown> = Promise.resolve()
  #folder = ''
  url = ''

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env
  }

  /** Resolves as soon as it is ready. */
  async start(): Promise<void> {
    this.#folder ||= await mkdtemp(join(tmpdir(), 'marquee-killed-'))
    const env = { ...process.env, DATA_DIR: this.#folder, PORT: '0', LOG_LEVEL: 'warn', CALLS_PER_MINUTE: '0' }
    const child = spawn(process.execPath, ['src/app/server/main.server.ts'], {
      cwd: root,
      env: { ...env, ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    this.#ended = once(child, 'exit')
    this.url = await readyAt(child)
  }

  /** Sends kill -9, before anything that is under way can come to its end. */
  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  async hasEnded(): Promise<void> {
    await this.#ended
  }

  async stop(): Promise<void> {
    this.kill()
    await this.#ended
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true })
  }
}

async function readyAt(child: ChildProcess): Promise<string> {
  let said = ''
  return await new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /is ready: (\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url.replace('localhost', '127.0.0.1'))
    })
    child.once('exit', () => reject(new Error(`The product ended before it was ready: ${said}`)))
  })
}
