import { describe, expect, it } from 'vitest'
import {
  budgetFaults,
  budgets,
  clockFaults,
  codeLines,
  lockFaults,
  migrationFaults,
  mockFaults,
  namingFaults,
  productWordFaults,
  styleFaults,
  testedExportFaults,
} from './structure.mjs'
import { cycleFaults, importFaults } from './layers.mjs'

function faults(check, files) {
  return [...check(new Map(Object.entries(files)))]
}

describe('who imports whom', () => {
  it.each([
    ['src/db/pool.server.ts', '../core/errors/errors.ts', 'db may not import core'],
    ['src/core/resource/fields.ts', '../../ui/toasts.tsx', 'core may not import ui'],
    ['src/core/resource/fields.ts', '../../features/coupons/coupons.ts', 'core may not import features'],
    ['src/core/calls/crud.server.ts', '../testing/make.server.ts', 'only tests use what is in testing/'],
    ['src/ui/toasts.tsx', '../core/resource/fields.ts', 'ui that knows no resource'],
    ['src/ui/resource/list-screen.tsx', '../../platform/notes/notes.ts', 'ui may not import platform'],
    ['src/platform/notes/notes.ts', '../../features/coupons/coupons.ts', 'platform may not import features'],
    ['src/core/http/openapi.server.ts', '../../app/registry.server.ts', 'nothing imports app'],
    ['src/features/coupons/coupons.server.ts', '../../app/registry.server.ts', 'nothing imports app'],
    ['src/features/places/venues.ts', '../events/event/events.ts', 'events comes after places in the order'],
    ['src/features/events/events.ts', '../purchases/purchases.ts', 'purchases comes after events in the order'],
    ['src/features/home/home.ts', '../gifts/gifts.ts', 'order.mjs has no place for gifts, so no other feature uses it'],
    ['src/features/wishes/wishes.ts', '../gifts/gifts.ts', 'order.mjs has no place for gifts'],
    ['src/features/gifts/page.tsx', '../places/city-page.tsx', 'screens belong to their own feature'],
    ['src/features/coupons/page.tsx', '../places/city-page.tsx', 'screens belong to their own feature'],
    ['src/features/coupons/page.tsx', '../places/use-city.web.ts', 'screens belong to their own feature'],
    ['src/core/resource/fields.ts', '../../db/database.server.ts', 'shared code cannot run server code'],
    ['src/core/http/http.server.ts', '../browser/session.web.ts', 'server code cannot run browser code'],
    ['src/core/resource/fields.ts', '../browser/session.web.ts', 'shared code cannot run browser code'],
    ['src/features/coupons/page.tsx', './coupons.server.ts', 'browser code cannot run server code'],
    ['src/features/coupons/coupons.server.ts', './coupons.module.ts', 'server code cannot run browser code'],
  ])('refuses %s importing %s', (path, specifier, words) => {
    expect(faults(importFaults, { [path]: `import { a } from '${specifier}'\n` })).toEqual([
      expect.stringContaining(words),
    ])
  })

  it.each([
    ['src/ui/resource/list-screen.tsx', '../data-grid/data-grid.tsx'],
    ['src/ui/toasts.tsx', '../core/i18n/language.ts'],
    ['src/platform/publishing/panel.tsx', '../references/dialog.tsx'],
    ['src/features/coupons/page.tsx', '../../ui/resource/list-screen.tsx'],
    ['src/features/coupons/page.tsx', './page.module.css'],
    ['src/features/gifts/gifts.ts', '../places/cities.ts'],
    ['src/features/gifts/gifts.server.ts', './parcels/parcels.server.ts'],
    ['src/features/coupons/coupons.module.ts', './page.tsx'],
    ['src/features/purchases/purchases.server.ts', '../coupons/coupons.ts'],
    ['src/features/purchases/purchases.server.ts', '../coupons/redeem.server.ts'],
    ['src/features/coupons/coupons.ts', '../purchases/states/purchase-states.ts'],
    ['src/app/modules.server.ts', '../features/coupons/coupons.module.server.ts'],
    ['src/app/modules.ts', '../features/coupons/coupons.module.ts'],
    ['src/core/calls/crud.test.ts', '../testing/make.server.ts'],
    ['src/features/coupons/coupons.test.ts', '../../app/registry.server.ts'],
    ['src/features/coupons/testing/rows.server.ts', '../../../app/testing/start.server.ts'],
    ['src/core/resource/fields.ts', 'zod'],
  ])('lets %s import %s', (path, specifier) => {
    expect(faults(importFaults, { [path]: `import { a } from '${specifier}'\n` })).toEqual([])
  })

  it('sees every way to import, and none in a comment', () => {
    const from = (line) => faults(importFaults, { 'src/ui/a.ts': `${line}\n` })
    for (const line of [
      "export { a } from '../core/fields.ts'",
      "import '../core/fields.ts'",
      'const a = await import("../core/fields.ts")',
      "import type {\n  A,\n} from '../core/fields.ts'",
    ])
      expect(from(line)).toHaveLength(1)
    expect(from("// import { a } from '../core/fields.ts'")).toEqual([])
    expect(from("/* import { a } from '../core/fields.ts' */")).toEqual([])
  })
})

describe('circles', () => {
  const found = (files) => faults(cycleFaults, files)

  it('of files are named, type imports included', () => {
    const files = {
      'src/core/a/one.ts': "import type { B } from './two.ts'\n",
      'src/core/a/two.ts': "import { c } from './three.ts'\n",
      'src/core/a/three.ts': "import { a } from './one.ts'\n",
      'src/core/a/four.ts': "import { a } from './one.ts'\n",
    }
    expect(found(files)).toEqual([
      'these files import each other: src/core/a/one.ts, src/core/a/three.ts, src/core/a/two.ts',
    ])
  })

  it('of folders are named where no file is in one', () => {
    const files = {
      'src/core/a/one.ts': "import { b } from '../b/one.ts'\n",
      'src/core/b/one.ts': 'export const b = 1\n',
      'src/core/b/two.ts': "import { a } from '../a/two.ts'\n",
      'src/core/a/two.ts': 'export const a = 1\n',
    }
    expect(found(files)).toEqual(['these folders import each other: src/core/a, src/core/b'])
  })

  it('that only tests make are none', () => {
    const files = {
      'src/core/a/one.ts': "import { b } from '../b/one.ts'\n",
      'src/core/b/one.ts': 'export const b = 1\n',
      'src/core/b/one.test.ts': "import { a } from '../a/one.ts'\n",
    }
    expect(found(files)).toEqual([])
  })
})

describe('the budgets', () => {
  const fields = "export type FieldKind =\n  | 'text' | 'date'\n\n"
  const resource = [
    'export interface ResourceDefinition<F extends Fields> {',
    '  /** A word. */',
    '  readonly label: string',
    '  check?(draft: F): void',
    '}',
    '',
  ].join('\n')
  const tree = (more = {}) => ({
    'src/core/resource/fields.ts': fields,
    'src/core/resource/resource.ts': resource,
    'src/core/list/list-query.ts': 'export const a = 1\n',
    'src/platform/notes/notes.ts': 'export const a = 1\n',
    'src/db/pool.server.ts': 'export const a = 1\n',
    ...more,
  })

  it('count kinds, keys and lines of code', () => {
    expect(budgets(new Map(Object.entries(tree()))).map(({ found }) => found)).toEqual([7, 1, 1, 2, 2])
    expect(faults(budgetFaults, tree())).toEqual([])
  })

  it('are exceeded by code and not by comments, blank lines or tests', () => {
    const code = 'export const a = 1\n'.repeat(9200)
    expect(faults(budgetFaults, tree({ 'src/core/calls/a.ts': code }))).toHaveLength(1)
    expect(faults(budgetFaults, tree({ 'src/core/calls/a.test.ts': code }))).toEqual([])
    expect(faults(budgetFaults, tree({ 'src/core/calls/a.ts': `/*\n${code}*/\n\n\n// the end\n` }))).toEqual([])
  })

  it('are not met by hiding what they count', () => {
    expect(faults(budgetFaults, tree({ 'src/core/resource/fields.ts': "export type Kinds = 'text'\n" }))).toEqual([
      expect.stringContaining('field kinds'),
    ])
  })

  it('take a string with slashes for code', () => {
    expect(codeLines("const url = 'https://example.com' // why\n/* a\n b */\nconst b = `//`\n")).toBe(2)
  })
})

describe('the other rules', () => {
  it('name product words in the code of the core, inside names too, and leave its comments alone', () => {
    const found = (text) => faults(productWordFaults, { 'src/core/calls/a.ts': text })
    expect(found('const couponIds = [1]')).toEqual(['src/core/calls/a.ts knows a product word: coupon'])
    expect(found('const max_refunds = 1')).toEqual(['src/core/calls/a.ts knows a product word: refunds'])
    expect(found('const prefundable = 1')).toEqual([])
    expect(found('// such as coupons')).toEqual([])
  })

  it.each([
    'src/core/calls/dateUtils.ts',
    'src/core/calls/date-utils.ts',
    'src/core/calls/helper.ts',
    'src/app/common.server.ts',
  ])('refuse the name %s', (path) => {
    expect(faults(namingFaults, { [path]: '' })).not.toEqual([])
  })

  it('want the styles of a component in its file, in one that it loads first, or in those that are always there', () => {
    const library = { 'src/ui/library-styles.web.ts': "import '@mantine/core/styles/Button.layer.css'\n" }
    const used = "import { Button, Checkbox } from '@mantine/core'\n"
    const styled =
      "import '@mantine/core/styles/Checkbox.layer.css'\nimport '@mantine/core/styles/InlineInput.layer.css'\n"
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': used })).toEqual(
      ['Checkbox', 'InlineInput'].map(
        (style) => `src/ui/a.tsx uses Checkbox without '@mantine/core/styles/${style}.layer.css'`,
      ),
    )
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': styled + used })).toEqual([])
    expect(
      faults(styleFaults, {
        ...library,
        'src/ui/a.tsx': `${used}import { b } from './b.tsx'\n`,
        'src/ui/b.tsx': styled,
      }),
    ).toEqual([])
    expect(
      faults(styleFaults, {
        ...library,
        'src/ui/a.tsx': `${used}const b = import('./b.tsx')\n`,
        'src/ui/b.tsx': styled,
      }),
    ).toHaveLength(2)
    expect(faults(styleFaults, { 'src/ui/a.tsx': "import { Tour } from '@mantine/core'\n" })).toEqual([
      'src/ui/a.tsx uses Tour: scripts/structure.mjs does not say which styles that needs',
    ])
  })

  it('know limits, labels and calls by their names', () => {
    expect(
      faults(namingFaults, {
        'src/features/gifts/gift-words.ts': '',
        'src/features/gifts/gift-calls.ts': '',
        'src/features/gifts/gifts.ts': 'export const mostGifts = 5\nconst [mostKinds] = [3]\n',
        'src/features/gifts/gift-rows.ts': 'const most = 5\n',
        'src/features/gifts/gift.endpoints.ts': 'const maxGifts = 5\nconst almostAll = maxGifts - 1\n',
        'src/app/testing/specified-calls.ts': '',
      }).map((fault) => fault.split(':')[0]),
    ).toEqual([
      'src/features/gifts/gift-words.ts',
      'src/features/gifts/gift-calls.ts',
      'src/features/gifts/gifts.ts',
      'src/features/gifts/gifts.ts',
      'src/features/gifts/gift-rows.ts',
    ])
  })

  it('let no export be excused that only tests use', () => {
    expect(
      faults(testedExportFaults, {
        'src/core/a.ts': '/** @internal */\nexport const a = 1\n',
        'src/core/b.ts': '/**\n * A half.\n *\n * @internal\n */\nexport const b = 2\n',
        'src/core/c.ts': 'class C {\n  /** @internal */\n  c = 3\n}\n',
        'src/core/d.ts': '/** For @internal use, as people say. */\nexport const d = 4\n',
      }),
    ).toEqual(['a', 'b', 'c'].map((name) => expect.stringContaining(`src/core/${name}.ts has an export`)))
  })

  it('let a module be mocked only where no other file shares it', () => {
    const mock = "vi.mock('./a.tsx', () => ({}))"
    expect(faults(mockFaults, { 'src/ui/b.test.tsx': mock })).toEqual([expect.stringContaining('.alone.test')])
    expect(faults(mockFaults, { 'src/ui/b.alone.test.tsx': mock })).toEqual([])
    expect(faults(mockFaults, { 'src/ui/b.test.tsx': `// ${mock}` })).toEqual([])
  })

  it('want migrations numbered once each', () => {
    const faultsOf = (...names) =>
      faults(migrationFaults, Object.fromEntries(names.map((name) => [`src/db/migrations/${name}`, ''])))
    expect(faultsOf('0001_staff.sql', '0002_audit.sql')).toEqual([])
    expect(faultsOf('0001_staff.sql', '0001_audit.sql')).toHaveLength(1)
    expect(faultsOf('1_staff.sql')).toHaveLength(1)
  })

  it('want a lock file without gaps, and exact versions', () => {
    const faultsOf = (packages, dependencies = { a: '1.0.0' }) =>
      faults(lockFaults, {
        'package.json': JSON.stringify({ dependencies }),
        'package-lock.json': JSON.stringify({ packages: { '': { dependencies }, ...packages } }),
      })
    const a = { version: '1.0.0', optionalDependencies: { '@a/linux': '1.0.0' } }
    const linux = { version: '1.0.0', optional: true }
    expect(faultsOf({ 'node_modules/a': a, 'node_modules/@a/linux': linux })).toEqual([])
    expect(faultsOf({ 'node_modules/a': a, 'node_modules/a/node_modules/@a/linux': linux })).toEqual([])
    expect(faultsOf({ 'node_modules/a': a })).toEqual(['package-lock.json lacks @a/linux, which node_modules/a wants'])
    expect(faultsOf({ 'node_modules/a': { version: '1.0.0' } }, { a: '^1.0.0' })).toHaveLength(1)
  })
})

describe('one clock', () => {
  it.each([
    ['src/features/a/a.server.ts', 'sql`select current_date - 3`', 'now()::date'],
    ['src/features/a/a.server.ts', 'sql`select clock_timestamp()`', 'ask now()'],
    ['src/features/a/a.server.ts', "sql`select 'today'::date`", 'ask now()'],
    ['src/features/a/a.server.ts', "sql`select timestamptz 'now'`", 'ask now()'],
    ['src/db/migrations/0099_a.sql', 'create table a (at timestamptz default current_timestamp);', 'ask now()'],
    ['src/ui/a.tsx', 'const at = performance.timeOrigin + performance.now()', 'ask Date.now()'],
    ['src/ui/a.tsx', "new Intl.DateTimeFormat('en').format()", 'ask Date.now()'],
  ])('in %s refuses %s', (path, code, words) => {
    expect(faults(clockFaults, { [path]: code })).toEqual([expect.stringContaining(words)])
  })

  it('lets now() and Date be asked, and durations be measured', () => {
    const code = "const at = [sql`select now()::date`, Date.now(), new Date(), performance.now(), { during: 'today' }]"
    expect(faults(clockFaults, { 'src/features/a/a.server.ts': `${code} // not current_date` })).toEqual([])
    expect(faults(clockFaults, { 'src/db/migrations/0099_a.sql': '-- current_date\nselect now();' })).toEqual([])
  })
})
