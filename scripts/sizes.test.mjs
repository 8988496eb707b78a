import { describe, expect, it } from 'vitest'
import { lengthFaults } from './sizes.mjs'

function faults(files) {
  return [...lengthFaults(new Map(Object.entries(files)))]
}

/** A function of so many lines. */
const lines = (count, head = 'function long() {', tail = '}') => `${head}\n${'  work()\n'.repeat(count - 2)}${tail}\n`

describe('the length of files', () => {
  it('is 300 lines at most', () => {
    expect(faults({ 'src/a.ts': '\n'.repeat(300) })).toEqual([])
    expect(faults({ 'src/a.ts': '\n'.repeat(301) })).toEqual([expect.stringContaining('has 301 lines')])
    expect(faults({ 'src/a.sql': '\n'.repeat(301) })).toEqual([])
  })

  it.each(['src/a.test.ts', 'e2e/a.test.ts', 'bench/a.ts', 'scripts/a.mjs', 'src/seed-list.ts'])(
    'is measured of every file: %s',
    (path) => {
      expect(faults({ [path]: '\n'.repeat(301) })).toHaveLength(1)
    },
  )
})

describe('the length of functions', () => {
  it.each([
    ['a function', 'src/a.ts', lines(81), 'long has 81'],
    ['a component', 'src/a.tsx', lines(81, 'export const Page = () => {'), 'Page has 81'],
    ['a method', 'src/a.ts', `class A {\n${lines(81, 'run() {')}}\n`, 'run has 81'],
    [
      'a contract beside its tests',
      'src/a.ts',
      `function contract() {\n${'  work()\n'.repeat(79)}  if (on)\n${lines(40, "it('a', () => {", '})')}}\n`,
      'contract has 82',
    ],
    ['what a test runs', 'src/a.test.ts', lines(81, "it('works', () => {", '})'), 'a function given to it has 81'],
  ])('is 80 lines at most: %s', (_what, path, text, words) => {
    expect(faults({ [path]: text })).toEqual([expect.stringContaining(words)])
  })

  it.each([
    ['one of 80 lines', 'src/a.ts', lines(80)],
    ['a suite', 'src/a.test.ts', lines(200, "describe.each([1])('all of %s', () => {", '})')],
    [
      'a contract of many tests',
      'src/a.ts',
      `function contract() {\n${lines(60, "it('a', () => {", '})').repeat(3)}}\n`,
    ],
  ])('does not mind %s', (_what, path, text) => {
    expect(faults({ [path]: text })).toEqual([])
  })
})
