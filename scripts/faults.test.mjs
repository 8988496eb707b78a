import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawFaults, isDrawnFrom } from './faults/draw.mjs'
import { randomOf } from './faults/random.mjs'
import { placesIn, whereOf, withEdits } from './faults/places.mjs'
import { importsOf, openCompiler, openProgram } from './faults/program.mjs'
import { testsOf } from './faults/tests-of.mjs'
import { copyTree, makeFault } from './faults/copy.mjs'

const sources = {
  'boundary.ts': 'export const isLate = (days: number) => days > 30\n',
  'negation.ts': `export function say(a: boolean, b: boolean) {
  if (a) return 'a'
  if (!b) return 'not b'
  return (a && b) || a ? 'both' : 'one'
}
`,
  'await.ts': 'export async function wait(work: () => Promise<void>) {\n  await work()\n}\n',
  'where.ts': `declare const sql: (parts: TemplateStringsArray, ...holes: unknown[]) => { execute(): void }
export function read(id: number) {
  sql\`select pg_advisory_xact_lock(1)\`.execute()
  return sql\`select 1 from t where id = \${id} and day between 1 and 2 and (a or b) order by id for update of t skip locked\`
}
`,
  'swap.ts': `interface Row { readonly from: number; readonly to: number; readonly name: string }
export const ends = ({ from, to }: Row) => ({ from, to })
export const first = (row: Row) => row.from
`,
  'removal.ts': `export function keep(found: string[], one: string) {
  if (one === 'no') return
  found.push(one)
}
`,
  'types.ts': `export interface Only { readonly a: 1 extends 2 ? 3 : 4 }
export type { Only as Same }
`,
  'importer.ts':
    "import type { Only } from './types.ts'\nimport { first } from './swap.ts'\nexport const a = { first } as { first: unknown; only?: Only }\n",
}

let folder
let program

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'))
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['*.ts'] }))
  for (const [name, text] of Object.entries(sources)) write(name, text)
  program = openProgram(folder, ['tsconfig.json'])
})
afterAll(() => {
  program.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function fileOf(path) {
  const { tree, checker } = program.file(path)
  return {
    path,
    text: tree.text,
    places: placesIn(tree),
    whereOf: (start) => whereOf(tree, start),
    optionsOf: (place) => place.options(checker),
  }
}

/** Each fault of a kind in a file, as the lines that it leaves behind. */
function made(path, kind) {
  const file = fileOf(path)
  const options = file.places.filter((place) => place.kind === kind).flatMap((place) => file.optionsOf(place))
  return options.map(({ edits }) => changedLines(file.text, withEdits(file.text, edits)))
}

function changedLines(before, after) {
  const right = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !right.has(line))
    .map((line) => line.trim())
    .join(' / ')
}

describe('where a source can be made wrong', () => {
  it('moves a boundary, its sign or its number', () => {
    expect(made('boundary.ts', 'boundary')).toEqual([
      'export const isLate = (days: number) => days >= 30',
      'export const isLate = (days: number) => days > 31',
      'export const isLate = (days: number) => days > 29',
    ])
  })

  it('negates conditions, turns "and" and "or", and keeps what they bind', () => {
    expect(made('negation.ts', 'negation')).toEqual([
      "if (!(a)) return 'a'",
      "if (b) return 'not b'",
      "return !((a && b) || a) ? 'both' : 'one'",
      "return (a && b) && a ? 'both' : 'one'",
      "return (a || b) || a ? 'both' : 'one'",
    ])
  })

  it('drops an await', () => {
    expect(made('await.ts', 'await')).toEqual(['work()'])
  })

  it('takes away conditions and locks of SQL', () => {
    const select = 'return sql`select 1 from t where'
    const rest = 'order by id for update of t skip locked`'
    expect(made('where.ts', 'where')).toEqual([
      '',
      `${select} true and day between 1 and 2 and (a or b) ${rest}`,
      `${select} id = \${id} and true and (a or b) ${rest}`,
      `${select} id = \${id} and day between 1 and 2 and true ${rest}`,
      `${select} id = \${id} and day between 1 and 2 and (a or b) order by id \``,
    ])
  })

  it('swaps fields of one type, and never of two', () => {
    expect(made('swap.ts', 'swap')).toEqual([
      'export const ends = ({ from, to }: Row) => ({ from: to, to: from })',
      'export const first = (row: Row) => row.to',
    ])
  })

  it('is in a line, and in a function or constant with a name', () => {
    const where = (path, text) => {
      const { tree } = program.file(path)
      return whereOf(tree, tree.text.lastIndexOf(text))
    }
    expect(where('removal.ts', 'found.push')).toEqual({ line: 3, inside: 'keep' })
    expect(where('swap.ts', 'row.from')).toEqual({ line: 3, inside: 'first' })
    expect(where('importer.ts', 'import')).toEqual({ line: 2, inside: undefined })
  })

  it('removes what a line does, and what ends a function early', () => {
    expect(made('removal.ts', 'removal')).toEqual(['', ''])
    expect(fileOf('removal.ts').places.map(({ kind }) => kind)).toEqual(['removal', 'negation', 'negation', 'removal'])
  })

  it('leaves types alone', () => {
    expect(fileOf('types.ts').places).toEqual([])
  })
})

describe('what is drawn', () => {
  const areas = [
    ['first', ''],
    ['second', ''],
  ]
  const draw = (seed, count, some = areas) => {
    const files = ['boundary.ts', 'negation.ts', 'swap.ts', 'where.ts', 'removal.ts', 'await.ts'].map(fileOf)
    return drawFaults(some, () => files, { seed, count })
  }
  const briefly = (faults) => faults.map(({ id, file, line, kind, after }) => ({ id, file, line, kind, after }))

  it('is the same for the same seed and tree', () => {
    expect(briefly(draw(1, 10))).toEqual(briefly(draw(1, 10)))
    expect(briefly(draw(1, 10))).not.toEqual(briefly(draw(2, 10)))
  })

  it('is the same for an area alone', () => {
    const ofSecond = draw(1, 10).filter(({ area }) => area === 'second')
    expect(briefly(draw(1, 5, areas.slice(1)))).toEqual(briefly(ofSecond))
  })

  it('is spread evenly over areas and kinds, and takes no place twice', () => {
    const faults = draw(3, 12)
    expect(faults.filter(({ area }) => area === 'first')).toHaveLength(6)
    expect(new Set(faults.slice(0, 6).map(({ kind }) => kind)).size).toBe(6)
    expect(new Set(faults.map(({ area, file, kind, edits }) => JSON.stringify([area, file, kind, edits]))).size).toBe(
      12,
    )
  })

  it('comes to an end where there are fewer places than were asked for', () => {
    expect(draw(1, 1000).length).toBeLessThan(50)
  })

  it('leaves out tests, demo data and pages that only tests open', () => {
    expect(isDrawnFrom('src/core/money.ts')).toBe(true)
    for (const path of ['money.test.ts', 'testing/make.server.ts', 'seed-coupons.server.ts', 'demo-people.ts']) {
      expect(isDrawnFrom(`src/core/${path}`), path).toBe(false)
    }
    expect(isDrawnFrom('src/platform/bulk/inline-edit-test-page.tsx')).toBe(false)
  })

  it('depends on the seed alone', () => {
    const [one, same, other] = ['a', 'a', 'b'].map((seed) => randomOf(seed)())
    expect(one).toBe(same)
    expect(one).not.toBe(other)
    expect(one).toBeGreaterThanOrEqual(0)
    expect(one).toBeLessThan(1)
  })
})

describe('the tests of a file', () => {
  it('are those that load it, nearest first, the contract behind its own', () => {
    const imports = new Map([
      ['src/features/a/a.test.ts', ['src/features/a/a.ts']],
      ['src/features/a/other.test.ts', ['src/app/start.ts']],
      ['src/features/b/b.test.ts', ['src/app/start.ts']],
      ['src/app/contract/part-1.test.ts', ['src/app/start.ts']],
      ['src/app/contract/part-2.test.ts', ['src/app/start.ts']],
      ['src/app/start.ts', ['src/features/a/a.ts']],
      ['src/core/money.test.ts', ['src/core/money.ts']],
    ])
    expect(testsOf('src/features/a/a.ts', imports, ['as'])).toEqual([
      { name: 'nearest', files: ['src/features/a/a.test.ts'] },
      { name: 'same folder', files: ['src/features/a/other.test.ts'] },
      {
        name: 'contract',
        files: ['src/app/contract/part-1.test.ts', 'src/app/contract/part-2.test.ts'],
        only: ', on [\\w ]+ (> )?(as) ',
      },
      { name: 'around', files: ['src/features/b/b.test.ts'] },
    ])
  })

  it('come in parts, races behind the others', () => {
    const races = ['src/core/b.postgres.test.ts']
    const others = ['a', 'c', 'd', 'e', 'f'].map((name) => `src/core/${name}.test.ts`)
    const imports = new Map([...races, ...others].map((test) => [test, ['src/core/x.ts']]))
    const steps = testsOf('src/core/x.ts', imports, [])
    expect(steps.map(({ files }) => files)).toEqual([others.slice(0, 4), others.slice(4), races])
  })

  it('follow what is loaded, not what is only typed', () => {
    expect(importsOf(program.file('importer.ts').tree, 'importer.ts')).toEqual(['swap.ts'])
  })
})

describe('a fault in the copy', () => {
  it('leaves the tree untouched, and is taken back', () => {
    const tree = join(folder, 'tree')
    const copy = join(folder, 'copy')
    write('tree/src/a.ts', 'export const a = 1 < 2\n')
    write('tree/package.json', '{}')
    mkdirSync(join(tree, 'node_modules'))
    copyTree(tree, copy)
    const takeBack = makeFault(copy, {
      id: 'x',
      file: 'src/a.ts',
      edits: [{ start: 19, end: 20, was: '<', text: '<=' }],
    })
    const inCopy = () => readFileSync(join(copy, 'src/a.ts'), 'utf8')
    expect(inCopy()).toBe('export const a = 1 <= 2\n')
    expect(readFileSync(join(tree, 'src/a.ts'), 'utf8')).toBe('export const a = 1 < 2\n')
    takeBack()
    expect(inCopy()).toBe('export const a = 1 < 2\n')
    expect(lstatSync(join(copy, 'node_modules')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(tree, '.cache'))).toBe(false)
  })

  it('is seen by the compiler where it is no sense, and forgotten once it is taken back', () => {
    write('compiled/tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['*.ts'] }))
    write('compiled/one.ts', 'export const one = (days: number) => days > 1\n')
    write('compiled/two.ts', "import { one } from './one.js'\nexport const two = one(2)\n")
    const compiler = openCompiler(join(folder, 'compiled'), ['tsconfig.json'])
    const edits = [{ start: 26, end: 32, was: 'number', text: 'string' }]
    expect(compiler.complaintOf(['one.ts', 'two.ts'])).toBeNull()
    const takeBack = makeFault(join(folder, 'compiled'), { id: 'x', file: 'one.ts', edits })
    expect(compiler.complaintOf(['one.ts', 'two.ts'])).toMatch(/^TS2\d+: /)
    takeBack()
    expect(compiler.complaintOf(['two.ts', 'one.ts'])).toBeNull()
    compiler.close()
  })

  it('is refused where the file has changed since', () => {
    write('copy-two/src/a.ts', 'export const b = 3\n')
    const fault = { id: 'x', file: 'src/a.ts', edits: [{ start: 0, end: 1, was: '<', text: '<=' }] }
    expect(() => makeFault(join(folder, 'copy-two'), fault)).toThrow('src/a.ts has changed since x was drawn')
  })
})
