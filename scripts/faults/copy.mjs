import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withEdits } from './places.mjs'

// A copy of the tree in which one fault at a time is made and taken back. The tree itself is only read.

const COPIED = ['bench', 'docs', 'e2e', 'scripts', 'src', 'README.md', '.oxlintrc.json', '.oxfmtrc.json', 'Dockerfile']
const CONFIGS = ['shared', 'server', 'browser', 'e2e', 'base'].map((name) => `tsconfig.${name}.json`)
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts']

/** Copies the tree. What was there is removed, except what compiler and tests keep. */
export function copyTree(from, to) {
  mkdirSync(to, { recursive: true })
  for (const name of [...COPIED, ...CONFIGS, ...SETTINGS]) {
    rmSync(join(to, name), { recursive: true, force: true })
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true })
  }
  const modules = join(to, 'node_modules')
  if (!existsSync(modules)) symlinkSync(join(from, 'node_modules'), modules)
}

/** Makes a fault in the copy and returns what takes it back. */
export function makeFault(copy, fault) {
  const path = join(copy, fault.file)
  const right = readFileSync(path, 'utf8')
  if (fault.edits.some(({ start, end, was }) => right.slice(start, end) !== was)) {
    throw new Error(`${fault.file} has changed since ${fault.id} was drawn`)
  }
  replaceFile(path, withEdits(right, fault.edits))
  return () => replaceFile(path, right)
}

/** As a new file: a copy that shares its bytes with the tree would change the tree. */
function replaceFile(path, text) {
  unlinkSync(path)
  writeFileSync(path, text)
}
