import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const coverage = readFileSync(new URL('docs/attack-coverage.md', root), 'utf8')
const lines = [...coverage.matchAll(/^\| (\d+|all) \| (.*?) ?\| (.+?) \| `(.+?)` \|$/gm)].map(
  ([, row = '', , name = '', file = '']) => ({ row, name, file }),
)

/** The attacks that signing in, sessions, roles, customers, lists and the server itself meet. Other areas add theirs when they are there. */
const wanted = [...range(1, 48), '58', '64', '72', ...range(74, 75), ...range(85, 90)]

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => String(first + n))
}

/** True when a test, or a case of one, is called so: a mention in a comment is none. */
function hasTest(text: string, name: string): boolean {
  const written = [name, name.replaceAll("'", "\\'")].map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return written.some((words) => new RegExp(`[(\\[]\\s*(['"\`])${words}\\1`).test(text))
}

describe('docs/attack-coverage.md', () => {
  test('answers every attack of the parts that are there', () => {
    const answered = new Set(lines.map(({ row }) => row))
    expect(wanted.filter((row) => !answered.has(row))).toEqual([])
  })

  test('has no line that this test cannot read', () => {
    const written = coverage.split('\n').filter((line) => /^\| (\d+|all) \|/.test(line))
    expect(lines).toHaveLength(written.length)
  })

  test.each(lines)('row $row: $file has the test "$name"', ({ name, file }) => {
    const path = new URL(file, root)
    expect(existsSync(path)).toBe(true)
    expect(hasTest(readFileSync(path, 'utf8'), name)).toBe(true)
  })
})
