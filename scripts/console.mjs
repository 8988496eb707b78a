import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, run } from './project.mjs'

const OUTPUT = join('dist', 'console')
const MARK = join('.vite', 'sources.sha256')

/** Builds the console into dist/console unless it was built from exactly these sources. */
export async function ensureConsole({ force = false } = {}) {
  const hash = hashOfSources()
  if (!force && readMark() === hash) return
  console.log('Building the console')
  const started = Date.now()
  removeAbandonedDrafts()
  const draft = `${OUTPUT}.${process.pid}`
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  // The native loader reads the configuration without writing a copy of it into node_modules, which can belong to
  // another user.
  const words = [
    vite,
    'build',
    '--configLoader',
    'native',
    '--outDir',
    join(root, draft),
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]
  const code = await run(projectNode(), words, { quiet: !force, label: 'building the console' })
  if (code !== 0) {
    rmSync(join(root, draft), { recursive: true, force: true })
    throw new Error('The console could not be built; the reason is above.')
  }
  // Into place at once and whole: an interrupted build leaves the last good one, marked with its own sources.
  writeFileSync(join(root, draft, MARK), hash)
  rmSync(join(root, OUTPUT), { recursive: true, force: true })
  renameSync(join(root, draft), join(root, OUTPUT))
  console.log(`Built the console in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Of builds that were killed. A draft is named after the process that writes it. */
function removeAbandonedDrafts() {
  const parent = join(root, 'dist')
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const pid = /^console\.(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readMark() {
  const file = join(root, OUTPUT, MARK)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Of everything that can change the console's bytes: server code, tests and migrations cannot. */
export function hashOfSources(folder = root) {
  const hash = createHash('sha256')
  const isConfig = (name) => /^(package-lock|tsconfig.*)\.json$|\.config\.[a-z]+$/.test(name)
  const configs = readdirSync(folder).filter(isConfig)
  const sources = ['build', 'src', 'public']
    .flatMap((name) => filesIn(folder, name))
    .filter((path) => !/\.server\.ts$|\.test\.tsx?$|\.sql$/.test(path))
  for (const path of [...configs, ...sources].sort()) {
    const content = readFileSync(join(folder, path))
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(base, folder) {
  if (!existsSync(join(base, folder))) return []
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(base, path) : [path]
  })
}

if (process.argv[1] && process.argv[1].endsWith('console.mjs')) {
  await ensureConsole({ force: process.argv.includes('--force') })
}
