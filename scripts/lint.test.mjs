import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './project.mjs'

const samples = {
  'any.ts': ['export const a: any = 1', 'no-explicit-any'],
  'bang.ts': ['export const a = (b: string | null) => b!.length', 'no-non-null-assertion'],
  'default.ts': ['export default function a(): number { return 1 }', 'no-default-export'],
  'barrel.ts': ["export * from './fine.ts'", 'no-barrel-file'],
  'cycle-a.ts': ["import { b } from './cycle-b.ts'\nexport const a = () => b()", 'no-cycle'],
  'cycle-b.ts': ["import { a } from './cycle-a.ts'\nexport const b = () => a()", 'no-cycle'],
  'hook.tsx': [
    "import { useState } from 'react'\nexport function a(b: boolean) { return b && useState(1) }",
    'rules-of-hooks',
  ],
  'console.ts': ['console.log(1)', 'no-console'],
  'zod.ts': ["import { z } from 'zod'\nexport const a = z.string()", 'no-restricted-imports'],
  'type.ts': ["import { A } from './fine.ts'\nexport const a: A = 1", 'consistent-type-imports'],
  'fine.ts': ['export type A = number\nexport const one: A = 1', null],
  'some.config.ts': ['export default { a: 1 }', null],
}

describe('the linter', () => {
  let folder
  let faults

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-lint-'))
    for (const [name, [text]] of Object.entries(samples)) writeFileSync(join(folder, name), `${text}\n`)
    const words = ['-c', join(root, '.oxlintrc.json'), '-f', 'json', '.']
    const oxlint = join(root, 'node_modules', '.bin', 'oxlint')
    const { stdout } = spawnSync(oxlint, words, { cwd: folder, encoding: 'utf8' })
    faults = JSON.parse(stdout).diagnostics
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(Object.entries(samples))('judges %s', (name, [, rule]) => {
    const found = faults.filter(({ filename }) => filename.endsWith(name)).map(({ code }) => code)
    expect(found).toEqual(rule ? [expect.stringContaining(rule)] : [])
  })
})
