import { spawn } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BackupRefused, partialName, publish, refuseExisting } from './backup.server.ts'
import { findPostgresProgram } from './postgres-program.server.ts'

/**
 * pg_dump of a PostgreSQL database into one file in its custom format. The server keeps working while it runs.
 * @throws BackupRefused when the file exists already, or pg_dump is missing or fails; then with its own words
 */
export async function backUpPostgres(url: string, file: string): Promise<void> {
  await refuseExisting(file)
  await mkdir(dirname(file), { recursive: true })
  const partial = partialName(file)
  try {
    // Made here first, so that it is readable by its owner alone from the beginning.
    await (await open(partial, 'wx', 0o600)).close()
    await runPostgresProgram('pg_dump', ['--format=custom', '--no-password', `--file=${partial}`], url)
    const written = await open(partial, 'r+')
    try {
      await written.sync()
    } finally {
      await written.close()
    }
    await publish(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Runs one of PostgreSQL's own programs against the database of `url`, and returns what it printed.
 * The password goes through the environment, because every user of the machine can read another's arguments.
 */
export async function runPostgresProgram(name: string, words: readonly string[], url: string): Promise<string> {
  const program = findPostgresProgram(name)
  if (!program) {
    throw new BackupRefused(
      `${name} is needed for this and was not found. Install PostgreSQL's client programs (on Debian and ` +
        'Ubuntu: apt-get install postgresql-client), in the version of the server or a newer one.',
    )
  }
  const { address, password } = splitPassword(url)
  const child = spawn(program, [...words, `--dbname=${address}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
  })
  let [output, complaint] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return output
  throw new BackupRefused(`${name} failed: ${complaint.trim() || `it ended with code ${code}`}`)
}

function splitPassword(url: string): { address: string; password: string | null } {
  const address = new URL(url)
  const password = address.password ? decodeURIComponent(address.password) : null
  address.password = ''
  return { address: address.href, password }
}
