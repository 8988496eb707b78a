import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../', import.meta.url))
const CONTENTS = /^(build|src|scripts|package(-lock)?\.json|\.npmrc|tsconfig.*\.json|.*\.config\.ts)$/

export interface Started {
  readonly process: ChildProcess
  /** Everything written so far, to both outputs. */
  output(): string
  /**
   * Resolves to the address once the output names it; rejects with the output when the process ends before.
   */
  readonly ready: Promise<string>
  /** Its exit code, or the signal that killed it. */
  readonly exit: Promise<number | string | null>
}

/**
 * The project in a folder of its own with a space in its name, its packages borrowed by a link, owned by an
 * unprivileged user where the tests run as root. What a newcomer has after the install.
 */
export class InstalledCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'marquee copy '))
  readonly #user = unprivilegedUser(this.folder)
  readonly #started: Started[] = []

  constructor() {
    for (const name of readdirSync(project).filter((entry) => CONTENTS.test(entry))) {
      cpSync(join(project, name), join(this.folder, name), { recursive: true })
    }
    symlinkSync(join(project, 'node_modules'), join(this.folder, 'node_modules'))
    if (this.#user) spawnSync('chown', ['-R', String(this.#user.uid), this.folder])
  }

  /** Runs `npm start` in the copy. Settings of this process's own environment do not reach it. */
  start(settings: Readonly<Record<string, string>> = {}): Started {
    const { PATH, NODE_EXTRA_CA_CERTS } = process.env
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      env: { PATH: withoutProject(PATH ?? ''), HOME: this.folder, NODE_EXTRA_CA_CERTS, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.#user,
    })
    let text = ''
    const exit = new Promise<number | string | null>((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal))
    })
    const ready = new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        text += chunk.toString()
        const address = /ready: (http:\S+)/.exec(text)?.[1]
        if (address) resolve(address)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      void exit.then((code) => reject(new Error(`npm start ended with ${code}:\n${text}`)))
    })
    // Not every test waits for it: those of a refusal only wait for the end.
    void ready.catch(() => {})
    const started = { process: child, output: () => text, ready, exit }
    this.#started.push(started)
    return started
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  async remove(): Promise<void> {
    for (const { process: child } of this.#started) if (child.exitCode === null) child.kill('SIGTERM')
    await Promise.all(this.#started.map(({ exit }) => exit))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
      })
  })
}

/** The newcomer's PATH doesn't have the project's own programs in it; the test run's has. */
function withoutProject(path: string): string {
  return path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
}

function unprivilegedUser(folder: string): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/passwd')) return null
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!nobody) return null
  const user = { uid: Number(nobody[1]), gid: Number(nobody[2]) }
  chownSync(folder, user.uid, user.gid)
  // A project below a private home cannot share its packages with another user.
  const node = join(project, 'node_modules', '.bin', 'node')
  const canRead = spawnSync(node, ['--version'], { cwd: folder, ...user })
  return canRead.status === 0 ? user : null
}
