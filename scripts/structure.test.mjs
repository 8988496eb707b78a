import { describe, expect, it } from 'vitest'
import {
  budgetFaults, budgets, codeLines, importFaults, lockFaults, migrationFaults, namingFaults,
  productWordFaults, sizeFaults, styleFaults,
} from './structure.mjs'

function faults(check, files) {
  return [...check(new Map(Object.entries(files)))]
}

describe('who imports whom', () => {
  it.each([
    ['src/permissions.ts', 'zod', 'permissions import nothing'],
    ['src/ui/toasts.tsx', '../kit/fields.ts', 'ui may not import kit'],
    ['src/kit/fields.ts', '../ui/toasts.tsx', 'kit may not import ui'],
    ['src/kit/crud.server.ts', './testing/make.server.ts', 'kit may not import kit/testing'],
    ['src/kit/fields.ts', '../areas/coupons/coupons.ts', 'kit may not import areas'],
    ['src/db/pool.server.ts', '../kit/errors.ts', 'db may not import kit'],
    ['src/ui/toasts.tsx', '../db/database.server.ts', 'ui may not import db'],
    ['src/kit/openapi.server.ts', '../registry.ts', 'kit may not import registry'],
    ['src/areas/coupons/coupons.ts', '../../registry.ts', 'areas may not import registry'],
    ['src/areas/coupons/coupons.server.ts', '../../app/settings.server.ts', 'nothing imports app'],
    ['src/areas/coupons/page.tsx', '../places/city-page.tsx', 'screens belong to their own area'],
    ['src/areas/coupons/page.tsx', '../places/use-city.web.ts', 'screens belong to their own area'],
    ['src/registry.ts', './app/sitemap.tsx', 'nothing imports app'],
    ['src/registry.ts', './areas/coupons/page.tsx', 'screens belong to their own area'],
    ['src/kit/fields.ts', '../db/database.server.ts', 'shared code cannot run server code'],
    ['src/kit/http.server.ts', './session.web.ts', 'server code cannot run browser code'],
    ['src/areas/coupons/page.tsx', './coupons.server.ts', 'browser code cannot run server code'],
    ['src/kit/fields.ts', './session.web.ts', 'shared code cannot run browser code'],
  ])('refuses %s importing %s', (path, specifier, words) => {
    expect(faults(importFaults, { [path]: `import { a } from '${specifier}'\n` })).toEqual([
      expect.stringContaining(words),
    ])
  })

  it.each([
    ['src/kit/screens/list-screen.tsx', '../../ui/data-grid/data-grid.tsx'],
    ['src/areas/coupons/page.tsx', '../../kit/screens/list-screen.tsx'],
    ['src/areas/coupons/page.tsx', './page.module.css'],
    ['src/areas/purchases/purchases.server.ts', '../coupons/coupons.ts'],
    ['src/areas/purchases/purchases.server.ts', '../coupons/redeem.server.ts'],
    ['src/registry.server.ts', './areas/coupons/coupons.server.ts'],
    ['src/app/sitemap.tsx', '../areas/coupons/page.tsx'],
    ['src/kit/crud.test.ts', './testing/test-database.server.ts'],
    ['src/areas/coupons/coupons.test.ts', '../../registry.ts'],
    ['src/areas/coupons/coupons.test.ts', '../../app/testing/start.server.ts'],
    ['src/kit/fields.ts', 'zod'],
  ])('lets %s import %s', (path, specifier) => {
    expect(faults(importFaults, { [path]: `import { a } from '${specifier}'\n` })).toEqual([])
  })

  it('sees every way to import, and none in a comment', () => {
    const from = (line) => faults(importFaults, { 'src/ui/a.ts': `${line}\n` })
    for (const line of [
      'export { a } from \'../kit/fields.ts\'', 'import \'../kit/fields.ts\'',
      'const a = await import("../kit/fields.ts")',
      'import type {\n  A,\n} from \'../kit/fields.ts\'',
    ]) expect(from(line)).toHaveLength(1)
    expect(from('// import { a } from \'../kit/fields.ts\'')).toEqual([])
    expect(from('/* import { a } from \'../kit/fields.ts\' */')).toEqual([])
  })
})

describe('the budgets', () => {
  const fields = 'export type FieldKind =\n  | \'text\' | \'date\'\n\n'
  const resource = [
    'export interface ResourceDefinition<F extends Fields> {', '  /** A word. */', '  readonly label: string',
    '  check?(draft: F): void', '}', '',
  ].join('\n')
  const tree = (more = {}) => ({ 'src/kit/fields.ts': fields, 'src/kit/resource.ts': resource,
    'src/kit/screens/list-screen.tsx': 'export const a = 1\n',
    'src/db/pool.server.ts': 'export const a = 1\n', ...more })

  it('count kinds, keys and lines of code', () => {
    expect(budgets(new Map(Object.entries(tree()))).map(({ found }) => found)).toEqual([6, 1, 1, 2, 2])
    expect(faults(budgetFaults, tree())).toEqual([])
  })

  it('are exceeded by code and not by comments, blank lines or tests', () => {
    const code = 'export const a = 1\n'.repeat(5000)
    expect(faults(budgetFaults, tree({ 'src/kit/a.ts': code }))).toHaveLength(1)
    expect(faults(budgetFaults, tree({ 'src/kit/a.test.ts': code }))).toEqual([])
    expect(faults(budgetFaults, tree({ 'src/kit/a.ts': `/*\n${code}*/\n\n\n// the end\n` }))).toEqual([])
  })

  it('are not met by hiding what they count', () => {
    expect(faults(budgetFaults, tree({ 'src/kit/fields.ts': 'export type Kinds = \'text\'\n' }))).toEqual([
      expect.stringContaining('field kinds'),
    ])
  })

  it('take a string with slashes for code', () => {
    expect(codeLines('const url = \'https://example.com\' // why\n/* a\n b */\nconst b = `//`\n')).toBe(2)
  })
})

describe('the other rules', () => {
  it('name product words in the code of the kit, inside names too, and leave its comments alone', () => {
    const found = (text) => faults(productWordFaults, { 'src/kit/a.ts': text })
    expect(found('const couponIds = [1]')).toEqual(['src/kit/a.ts knows a product word: coupon'])
    expect(found('const max_refunds = 1')).toEqual(['src/kit/a.ts knows a product word: refunds'])
    expect(found('const prefundable = 1')).toEqual([])
    expect(found('// such as coupons')).toEqual([])
  })

  it('want files of at most 400 lines', () => {
    expect(faults(sizeFaults, { 'src/a.ts': '\n'.repeat(400) })).toEqual([])
    expect(faults(sizeFaults, { 'src/a.ts': '\n'.repeat(401) })).toHaveLength(1)
  })

  it.each(['src/kit/dateUtils.ts', 'src/kit/date-utils.ts', 'src/kit/helper.ts', 'src/app/common.server.ts'])(
    'refuse the name %s', (path) => {
      expect(faults(namingFaults, { [path]: '' })).not.toEqual([])
    },
  )

  it('want the styles of a component in its file, in one that it loads first, or in those that are always there', () => {
    const library = { 'src/ui/library-styles.web.ts': "import '@mantine/core/styles/Button.layer.css'\n" }
    const used = "import { Button, Checkbox } from '@mantine/core'\n"
    const styled = "import '@mantine/core/styles/Checkbox.layer.css'\nimport '@mantine/core/styles/InlineInput.layer.css'\n"
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': used })).toEqual(['Checkbox', 'InlineInput'].map((style) => `src/ui/a.tsx uses Checkbox without '@mantine/core/styles/${style}.layer.css'`))
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': styled + used })).toEqual([])
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': `${used}import { b } from './b.tsx'\n`, 'src/ui/b.tsx': styled })).toEqual([])
    expect(faults(styleFaults, { ...library, 'src/ui/a.tsx': `${used}const b = import('./b.tsx')\n`, 'src/ui/b.tsx': styled })).toHaveLength(2)
    expect(faults(styleFaults, { 'src/ui/a.tsx': "import { Tour } from '@mantine/core'\n" })).toEqual(['src/ui/a.tsx uses Tour: scripts/structure.mjs does not say which styles that needs'])
  })

  it('want migrations numbered once each', () => {
    const faultsOf = (...names) => faults(migrationFaults,
      Object.fromEntries(names.map((name) => [`src/db/migrations/${name}`, ''])))
    expect(faultsOf('0001_staff.sql', '0002_audit.sql')).toEqual([])
    expect(faultsOf('0001_staff.sql', '0001_audit.sql')).toHaveLength(1)
    expect(faultsOf('1_staff.sql')).toHaveLength(1)
  })

  it('want a lock file without gaps, and exact versions', () => {
    const faultsOf = (packages, dependencies = { a: '1.0.0' }) => faults(lockFaults, {
      'package.json': JSON.stringify({ dependencies }),
      'package-lock.json': JSON.stringify({ packages: { '': { dependencies }, ...packages } }),
    })
    const a = { version: '1.0.0', optionalDependencies: { '@a/linux': '1.0.0' } }
    const linux = { version: '1.0.0', optional: true }
    expect(faultsOf({ 'node_modules/a': a, 'node_modules/@a/linux': linux })).toEqual([])
    expect(faultsOf({ 'node_modules/a': a, 'node_modules/a/node_modules/@a/linux': linux })).toEqual([])
    expect(faultsOf({ 'node_modules/a': a })).toEqual([
      'package-lock.json lacks @a/linux, which node_modules/a wants',
    ])
    expect(faultsOf({ 'node_modules/a': { version: '1.0.0' } }, { a: '^1.0.0' })).toHaveLength(1)
  })
})
