import { describe, expect, it } from 'vitest'
import { testCallsOf } from './test-calls.server.ts'

const vitest = "import { describe, expect, it, test } from 'vitest'\n"
const calls = (code: string) =>
  testCallsOf('x.test.ts', vitest + code).map(({ name, skipped }) => (skipped === null ? name : `${name} [${skipped}]`))

describe('the tests that a file calls', () => {
  it('are named by the suites around them', () => {
    expect(calls("describe('a', () => { describe('b', () => { it('c', () => {}) }); test('d', () => {}) })")).toEqual([
      'a > b > c',
      'a > d',
    ])
  })

  it('are the tables of each, as they are written', () => {
    expect(calls("test.each(paths)('%s is public', () => {})\nit.for([1])('$n', () => {})")).toEqual([
      '%s is public',
      '$n',
    ])
    expect(calls("test.each`a\n${1}`('row $a', () => {})")).toEqual(['row $a'])
    expect(calls("describe.each(roles)('as %s', () => { test('opens', () => {}) })")).toEqual(['as %s > opens'])
  })

  it.each([
    ['a comment', "// test('a', () => {})\n/* it('a', () => {}) */"],
    ['a string', 'const text = "test(\'a\', () => {})"'],
    ['a pattern that is asked', "/a/.test('a')"],
    ['a name that its run puts together', 'test(`a ${b}`, () => {})'],
  ])('are none in %s', (_where, code) => {
    expect(calls(code)).toEqual([])
  })

  it('are none where the words are not those of vitest', () => {
    expect(testCallsOf('x.ts', "const test = (name, run) => run()\ntest('a', () => {})")).toEqual([])
  })

  it.each([
    ["test.skip('a', () => {})", '.skip'],
    ["it.todo('a')", '.todo'],
    ["test('a')", 'has no body'],
    ["test.fails('a', () => {})", '.fails'],
    ["test('a', { skip: true }, () => {})", '.skip'],
    ["describe.skip('s', () => { test('a', () => {}) })", '.skip'],
    ["describe('s', { skip: true }, () => { test('a', () => {}) })", '.skip'],
    ["test.skipIf(true)('a', () => {})", '.skipIf(true)'],
    ["describe.runIf(isFull)('s', () => { test('a', () => {}) })", '.runIf(isFull)'],
    ["test.skip.each([1])('a', () => {})", '.skip'],
  ])('do not run in CI: %s', (code, reason) => {
    expect(calls(code)).toEqual([expect.stringMatching(/a \[/)])
    expect(calls(code)[0]).toContain(`[${reason}]`)
  })

  it.each([
    "describe.skipIf(inject('chromiumPath') === null)('s', () => { test('a', () => {}) })",
    "describe.skipIf(postgresUrl === null)('s', () => { test('a', () => {}) })",
    "describe('s', { timeout: 60_000 }, () => { test('a', { skip: false }, () => {}) })",
    "describe('s', () => { it.concurrent('a', run) })",
  ])('run in CI, which has what they need: %s', (code) => {
    expect(calls(code)).toEqual(['s > a'])
  })

  it('are refused from a file that cannot be read', () => {
    expect(() => testCallsOf('x.test.ts', 'test(')).toThrow('x.test.ts')
  })
})
