import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Cited, coverageFaults } from './testing/coverage-page.server.ts'
import { specifiedPages, unbuiltPages } from './testing/specified-pages.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => {
  const file = new URL(path, root)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
const built = specifiedPages.map(({ path }) => path)

describe('docs/specification-coverage.md', () => {
  it('has a row for each of the 291 statements, and every test it cites runs in CI', () => {
    const page = read('docs/specification-coverage.md') ?? ''
    expect(coverageFaults(page, { read, count: 291, built, unbuilt: unbuiltPages })).toEqual([])
  })
})

describe('a coverage page', () => {
  const test = "import { describe, test } from 'vitest'\ndescribe('the menu', () => {\n  test('opens', () => {})\n})"
  const files: Record<string, string> = {
    'src/menu.test.ts': test,
    'e2e/shell.test.ts': `import { start } from '../../e2e/testing/shell/console.ts'\n${test}`,
    'src/off.test.ts': test.replace('test(', 'test.skip('),
  }
  const cited: Cited = { read: (path) => files[path] ?? null, count: 2, built: ['/a'], unbuilt: ['/b/{id}'] }
  const head = '| # | Statement | Test | File |\n|---|---|---|---|\n'
  const faults = (...rows: string[]) => coverageFaults(head + rows.join('\n'), cited)
  const shown = '| 1 | /a | the menu > opens | `src/menu.test.ts` |'
  const open = '| 2 | /b/7 | Not built yet: lists of b. | |'

  it('is without fault when every statement has a test or a reason', () => {
    expect(faults(shown, open)).toEqual([])
  })

  it.each([
    ['lacks a number', [shown], 'Statement 2 has no row.'],
    ['has one twice', [shown, shown, open], 'Statement 1 has 2 rows.'],
    [
      'has one too many',
      [shown, open, '| 3 | /c | Internal: no one sees it. | |'],
      'There are 2 statements, and none is 3.',
    ],
    ['cites a file that is gone', ['| 1 | /a | x | `src/gone.test.ts` |', open], 'src/gone.test.ts is not there.'],
    ['cites half a name', ['| 1 | /a | opens | `src/menu.test.ts` |', open], 'src/menu.test.ts calls no test "opens".'],
    [
      'cites a test that is off',
      ['| 1 | /a | the menu > opens | `src/off.test.ts` |', open],
      'does not run in CI: .skip.',
    ],
    [
      'cites a second one that is off',
      [shown, '| | | the menu > opens | `src/off.test.ts` |', open],
      'does not run in CI',
    ],
    [
      'cites a made-up sitemap alone',
      ['| 1 | /a | the menu > opens | `e2e/shell.test.ts` |', open],
      'cites only tests on',
    ],
    ['gives no reason', [shown, '| 2 | /c | Later. | |'], 'Statement 2 has neither a test nor a reason'],
    ['has no test for a page', ['| 1 | /a | Differs: no. | |', open], '/a is built, so a test has to show it.'],
    ['has a test for a path to come', [shown, shown.replace('| 1 | /a', '| 2 | /b/7')], '/b/7 is not built yet'],
    ['has a row of another shape', [shown, '| | and more |', open], 'This line cannot be read: | | and more |'],
  ])('is refused when it %s', (_what, rows, fault) => {
    expect(faults(...rows)).toEqual([expect.stringContaining(fault)])
  })

  it('can cite a made-up sitemap beside the product', () => {
    expect(faults(shown, '| | | the menu > opens | `e2e/shell.test.ts` |', open)).toEqual([])
  })
})
