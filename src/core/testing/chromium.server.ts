import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { installDebianPackages } from '../../db/testing/debian.server.ts'

/**
 * Chromium without the parts that make windows, which headless runs do not use. The whole browser draws its own toolbar
 * as a page of its own for each window, which costs as much again as the page under test.
 */
const SHELL = 'chromium-headless-shell'
const REASON = 'the browser tests need a Chromium'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * What a headless Chromium on a build machine is started with: no sandbox as root, where it cannot have one,
 * and none of its own background traffic, which a closed network refuses many times a second.
 */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // One process for all pages of a test: starting one for each page was a sixth of the work of a flow.
  '--renderer-process-limit=1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * The Chromium for browser tests: CHROME_PATH, else the headless shell, installed from Debian's packages when the user is
 * root, else another on this machine, else Playwright's own, downloaded when its site can be reached.
 *
 * Returns null where none can be had, after saying so on stderr; throws instead when REQUIRE_CHROMIUM=1.
 */
export function findOrInstallChromium(): string | null {
  const found = findChromium([SHELL]) ?? installShell() ?? findChromium() ?? installChromium()
  if (found) return found
  const message =
    'no Chromium was found on this machine, nor could one be installed or downloaded. ' +
    'Install Chromium or Google Chrome, or set CHROME_PATH to its program.'
  if (process.env['REQUIRE_CHROMIUM'] === '1') throw new Error(`REQUIRE_CHROMIUM=1, but ${message}`)
  process.stderr.write(`\n*** NO CHROMIUM: ${message}\n*** The browser flows are SKIPPED.\n\n`)
  return null
}

/** A Chromium that is here already, or null. A CHROME_PATH that doesn't lead to a program is an error. */
export function findChromium(names: readonly string[] = NAMES): string | null {
  const given = process.env['CHROME_PATH']
  if (given) {
    if (!isProgram(given)) throw new Error(`CHROME_PATH=${given} is not a program that can be run`)
    return given
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin']
  const linux = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const others = names === NAMES ? [...MAC, chromium.executablePath()] : []
  const candidates = [...linux, ...others]
  return candidates.find((path) => isProgram(path) && answers(path)) ?? null
}

/** Not every Debian and Ubuntu has the shell; each has a Chromium. */
function installShell(): string | null {
  if (process.env['TESTS_PREPARED'] === '1') return null
  return installDebianPackages([SHELL], REASON) ? findChromium([SHELL]) : null
}

function installChromium(): string | null {
  if (process.env['TESTS_PREPARED'] === '1') return null
  if (installDebianPackages(['chromium'], REASON)) return findChromium()
  process.stderr.write("Downloading Playwright's Chromium for the browser tests.\n")
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  const words = [cli, 'install', 'chromium']
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 300_000 })
  if (status !== 0) process.stderr.write(`${/^Error: .*$/m.exec(stderr)?.[0] ?? 'The download failed.'}\n`)
  return findChromium()
}

/**
 * Ubuntu's chromium-browser only says that it moved to a snap: a program that cannot give its version is no browser.
 */
function answers(path: string): boolean {
  try {
    const quietly = { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 } satisfies ExecFileSyncOptions
    const version = execFileSync(path, ['--version'], quietly)
    return /\d+\.\d+/.test(version.toString())
  } catch {
    return false
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
