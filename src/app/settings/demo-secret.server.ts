import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret of a demo installation: made at its first start, kept in the data directory, readable by its
 * owner alone.
 *
 * A second process that starts at the same moment gets the same secret: the file appears under its name
 * complete or not at all.
 */
export function demoSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const existing = readSecret(file)
  if (existing) return existing
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isErrorWithCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8') || null
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return null
    throw error
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
