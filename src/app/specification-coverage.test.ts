import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const coverage = readFileSync(new URL('docs/specification-coverage.md', root), 'utf8')
const rows = [...coverage.matchAll(/^\| (.*?) \| (.+?) \| `(.+?)` \|$/gm)].map(([, , name = '', file = '']) => ({ name, file }))

describe('docs/specification-coverage.md', () => {
  test('names tests', () => {
    expect(rows.length).toBeGreaterThan(100)
  })

  test.each(rows)('$file has the test "$name"', ({ name, file }) => {
    const path = new URL(file, root)
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8').replaceAll("\\'", "'")).toContain(name)
  })
})
