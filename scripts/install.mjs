import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectNode, root, run } from './project.mjs'

/**
 * Installs the packages of package-lock.json unless exactly these are installed already.
 *
 * npm writes node_modules/.package-lock.json as the last act of an install. Its contents are reliable where file times
 * are not (a checkout makes new files of old contents) and where an install was interrupted (then there is none).
 */
export async function ensureInstalled() {
  if (isInstalled()) return
  const count = Object.keys(readLock('package-lock.json') ?? {}).length - 1
  console.log(`Installing up to ${count} packages with npm ci (the first time this can take a few minutes)`)
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run(...npm(words), { label: 'npm ci' })
  if (code !== 0) throw new Error('npm ci failed; its own words are above.')
  const wrong = differences()
  if (wrong.length > 0) throw new Error(`npm ci succeeded, but ${wrong[0]}.`)
  const fault = nodeFault()
  if (fault) throw new Error(fault)
}

function isInstalled() {
  return differences().length === 0 && nodeFault() === null
}

/** Packages that are installed differently from the lock file, in words; empty when none are. */
export function differences(lock = readLock('package-lock.json'), installed = readLock(INNER_LOCK)) {
  if (!lock) throw new Error('package-lock.json is missing or damaged: check it out again.')
  if (!installed) return ['node_modules is missing or its last install was interrupted']
  const wrong = []
  for (const [path, entry] of Object.entries(lock)) {
    const here = installed[path]
    if (path === '' || entry.link) continue
    // An optional package is for another platform, or can fail to install without harm.
    if (!here && (entry.optional || entry.devOptional)) continue
    if (here?.version !== entry.version || here?.integrity !== entry.integrity) {
      wrong.push(`${path} is ${here?.version ?? 'not installed'} instead of ${entry.version}`)
    }
  }
  for (const path of Object.keys(installed)) {
    if (!(path in lock)) wrong.push(`${path} is installed but not in package-lock.json`)
  }
  return wrong
}

const INNER_LOCK = join('node_modules', '.package-lock.json')

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/**
 * Why the project's Node cannot be used, or null. It arrives as the npm package `node`, whose install script
 * puts the program in place: npm 12 and `ignore-scripts` run no script that package.json's allowScripts
 * doesn't name.
 */
function nodeFault() {
  const wanted = readLock('package-lock.json')?.['node_modules/node']?.version
  const own = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(own)) {
    const answer = spawnSync(own, ['--version'], { encoding: 'utf8' })
    if (answer.stdout?.trim() === `v${wanted}`) return null
    return `node_modules/.bin/node should be v${wanted}, but ${
      answer.stdout?.trim() || `does not run here: ${answer.error?.message ?? answer.stderr.trim()}`
    }. Remove node_modules and start again.`
  }
  if (Number(process.versions.node.split('.')[0]) >= Number(wanted?.split('.')[0])) return null
  return (
    `Marquee needs Node ${wanted}; this machine has ${process.version}, and the package that brings the ` +
    'right one was installed without its install script.\n' +
    'Run  npm rebuild node --ignore-scripts=false  and start again.'
  )
}

/** The npm that started this, else the one on the machine. */
function npm(words) {
  const given = process.env.npm_execpath
  const isNpm = given && basename(given).startsWith('npm') && existsSync(given)
  return isNpm ? [process.execPath, [given, ...words]] : ['npm', words]
}

if (process.argv[1] && process.argv[1].endsWith('install.mjs')) {
  await ensureInstalled()
  const { stdout } = spawnSync(projectNode(), ['--version'], { encoding: 'utf8' })
  console.log(`Installed; Node ${stdout.trim()}`)
}
