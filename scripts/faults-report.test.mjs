import { describe, expect, it } from 'vitest'
import { difference, pageWith, sentenceOf } from './faults/report.mjs'

describe('the report', () => {
  const fault = {
    id: 'core-1',
    file: 'src/a.ts',
    line: 1,
    inside: 'sum',
    kind: 'boundary',
    before: 'a < b',
    after: 'a <= b',
  }
  const survived = { ...fault, first: { result: 'survived' } }
  const caught = { ...fault, first: { result: 'test', by: 'src/a.test.ts > counts | sums' } }

  it('counts what survived, and what a second run catches', () => {
    expect(sentenceOf([survived, caught])).toContain('Caught in the first run: 1 of 2 (50%)')
    const again = { ...survived, again: caught.first }
    expect(sentenceOf([again, caught])).toContain('Caught now: 2 of 2 (100%)')
  })

  it('replaces the list of the page and nothing else', () => {
    const page = pageWith('# Faults\n', [survived], { seed: 1, count: 1 })
    const edited = `${page}\nWhy it survived.\n`
    const next = pageWith(edited, [caught], { seed: 1, count: 1 })
    expect(page).toContain('| core-1 | `sum` in `src/a.ts` |')
    expect(page).toContain('| **survived** |')
    expect(next).toContain('`src/a.test.ts`: counts \\| sums')
    expect(next).not.toContain('**survived**')
    expect(next).toContain('Why it survived.')
  })

  it('shows a long line only around its difference', () => {
    const long = 'x'.repeat(100)
    const { before, after } = difference({ before: `${long} < ${long}`, after: `${long} <= ${long}` })
    expect(before).toContain('x < x')
    expect(after).toContain('x <= x')
    expect(before.length).toBeLessThan(110)
  })
})
