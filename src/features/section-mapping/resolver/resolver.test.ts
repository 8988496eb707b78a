import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { indexManifest } from './manifest-index.ts'
import type { RewriteRule } from './rewrite-rule.ts'
import { resolverOf } from './resolve.ts'
import { loopOf, valuesOn } from './rule-loops.ts'
import { noteReader } from './notes.ts'
import { stepInWords } from './trace-labels.ts'
import type { Step } from './resolver.ts'
import { sampleVenues } from '../testing/sample-venues.ts'

const manifest = (names: readonly (string | readonly [string, string])[], rows: readonly string[] = []) =>
  indexManifest(
    names.map((one, index) => ({
      id: index + 1,
      code: `map-${index}`,
      name: typeof one === 'string' ? one : one[0],
      zone: typeof one === 'string' ? null : one[1],
      isGeneralAdmission: /\bGA\b|General/.test(typeof one === 'string' ? one : one[0]),
      rows,
    })),
  )
const rule = (given: Partial<RewriteRule>): RewriteRule => ({
  id: 1,
  scope: 'venue',
  field: 'section',
  match: 'exact',
  pattern: 'x',
  action: 'replace',
  replacement: null,
  priority: 0,
  ...given,
})

describe('ids of sections', () => {
  const withCodes = (codes: Readonly<Record<string, string>>) =>
    resolverOf(
      indexManifest(
        Object.entries(codes).map(([code, name], at) => ({
          id: at + 1,
          code,
          name,
          zone: null,
          isGeneralAdmission: false,
          rows: [],
        })),
      ),
      [],
    )

  test.each([
    ['a bare number', { 40: 'Loge Box 146', 146: 'Top Deck 5' }, '40', null],
    ['a bare number that two names have', { 12: 'Top Deck 5', 7: 'Field Box 12', 8: 'Loge Box 12' }, '12', null],
    ['a letter and the number of another', { s12: 'Loge Box 146', s146: 'Field Box 12' }, 'S12', null],
    ['a word of others', { upper: 'Terrace Left', u1: 'Upper Left', u2: 'Upper Right' }, 'upper', null],
    ['an id that is nothing else', { 'map-77-x': 'Loge Box 146', b: 'Field Box 12' }, 'MAP-77-X', 'Loge Box 146'],
    ['an id with the number of its own name', { s12: 'Field Box 12', t12: 'Loge Box 12' }, 's12', 'Field Box 12'],
  ])('%s', (_, codes, raw, name) =>
    expect(withCodes(codes as Record<string, string>)(raw, null).candidate?.section.name ?? null).toBe(name),
  )
})

describe.each(sampleVenues)('$name', ({ sections, placed, refused }) => {
  const resolve = resolverOf(manifest(sections), [])
  const nameOf = (raw: string) => resolve(raw, null).candidate?.section.name ?? null

  test.each(placed)('places %s in %s', (raw, name) => expect(nameOf(raw)).toBe(name))
  test.each(refused.map((one) => [one]))('refuses %s', (raw) => expect(nameOf(raw)).toBeNull())

  test('finds every section by its own name, in any case and spacing, and says how', () => {
    for (const one of sections) {
      const name = typeof one === 'string' ? one : one[0]
      for (const raw of [name, name.toUpperCase(), `  ${name.toLowerCase().replaceAll(' ', '  ')}. `])
        expect([raw, nameOf(raw)]).toEqual([raw, name])
    }
  })

  test('never answers with a section for a number that no section has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 99_999 }),
        fc.constantFrom('', 'Sec ', 'Lower ', 'VIP ', 'Club'),
        (number, word) => {
          expect(nameOf(`${word}${number}`)).toBeNull()
        },
      ),
    )
  })

  test('answers any text without failing', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (raw) => void resolve(raw, raw)))
  })
})

describe('rows', () => {
  const resolve = resolverOf(manifest(['101', '102'], ['1', '2', '10', 'AA', '37WC']), [])
  test.each([
    ['1', '1'],
    ['01', '1'],
    ['Row 10', '10'],
    ['aa', 'AA'],
    [null, null],
    ['', null],
  ])('%s is row %s', (raw, row) => expect(resolve('101', raw)).toMatchObject({ row, reason: null }))
  test.each([
    ['1-10', 'row_is_range'],
    ['A-Z', 'row_is_range'],
    ['99', 'row_out_of_range'],
    ['37', 'row_out_of_range'],
    ['GA', 'row_out_of_range'],
  ])('%s is refused: %s', (raw, reason) => expect(resolve('101', raw)).toMatchObject({ candidate: null, reason }))
  test('a row in the section is read', () => expect(resolve('Section 101 Row 2', null)).toMatchObject({ row: '2' }))
})

test('no word is read as anything but itself', () => {
  const resolve = resolverOf(manifest(['Constructor Suite', '101']), [])
  const steps: Step[] = []
  expect(resolve('CONSTRUCTOR suite', null, (step) => void steps.push(step)).candidate?.section.name).toBe(
    'Constructor Suite',
  )
  expect(steps[0]).toEqual({ did: 'cleaned', to: 'constructor suite' })
})

test('a number beside the whole name of another place is not that number’s section', () => {
  const resolve = resolverOf(manifest(['107', '108', 'Madison Club', 'Porch']), [])
  const nameOf = (raw: string) => resolve(raw, null).candidate?.section.name ?? null
  expect(nameOf('Madison Club 107')).toBeNull()
  expect(nameOf('107 Club')).toBe('107')
  expect(nameOf('Madison Club')).toBe('Madison Club')
})

describe('rules', () => {
  const index = manifest(['Reserve 12', 'Field Box 12', 'Floor 1', 'Stadium Club'])
  const named = (rules: RewriteRule[], raw: string) => {
    const { candidate, ruleId } = resolverOf(index, rules)(raw, null)
    return [candidate?.section.name ?? null, ruleId]
  }

  test.each<[Partial<RewriteRule>, string, string | null]>([
    [{ match: 'exact', pattern: 'The Den', replacement: 'Stadium Club' }, 'the den', 'Stadium Club'],
    [{ match: 'prefix', pattern: 'Blue Zone', replacement: 'Reserve' }, 'Blue zone 12', 'Reserve 12'],
    [{ match: 'token_map', pattern: 'QX', replacement: 'Reserve' }, '12QX', 'Reserve 12'],
    [{ match: 'number_range', pattern: '1-9', replacement: 'Floor {n}' }, '1', 'Floor 1'],
    [{ match: 'pattern', pattern: 'z(\\d+)', replacement: 'Field Box $1' }, 'Z12', 'Field Box 12'],
    [{ match: 'prefix', pattern: 'reserve', action: 'refuse' }, 'Reserve VIP 12', null],
  ])('%o turns %s into %s', (given, raw, name) => {
    expect(named([], raw)[0] === name && name !== null).toBe(false)
    expect(named([rule(given)], raw)).toEqual([name, 1])
  })

  test('the narrowest scope prevails, then the highest priority', () => {
    const rules = [
      rule({ id: 1, scope: 'global', pattern: 'Den', replacement: 'Reserve 12', priority: 99 }),
      rule({ id: 2, scope: 'venue', pattern: 'Den', replacement: 'Floor 1' }),
      rule({ id: 3, scope: 'venue', pattern: 'Den', replacement: 'Stadium Club', priority: 5 }),
    ]
    expect(named(rules, 'Den')).toEqual(['Stadium Club', 3])
  })

  test('what is right already is left alone', () =>
    expect(named([rule({ match: 'prefix', pattern: 'Reserve', replacement: 'Field Box' })], 'Reserve 12')).toEqual([
      'Reserve 12',
      null,
    ]))

  test('a note is read to its end, however much a seller writes before', () => {
    const reads = noteReader([
      rule({ field: 'note', match: 'token_map', pattern: 'Wheelchair', replacement: 'wheelchair' }),
    ])
    expect(reads(`${'Seats together. '.repeat(50)}Wheelchair`)).toEqual([{ label: 'wheelchair', ruleId: 1 }])
  })

  test('a loop is found, and named', () => {
    const first = rule({ id: 1, pattern: 'a', replacement: 'b' })
    const second = rule({ id: 2, pattern: 'b', replacement: 'a' })
    expect(loopOf(second, [first])?.map(({ id }) => id)).toEqual([2, 1])
    expect(loopOf(rule({ id: 2, pattern: 'b', replacement: 'Floor 1' }), [first])).toBeNull()
  })

  const range = (id: number, pattern: string, replacement: string) =>
    rule({ id, match: 'number_range', pattern, replacement })
  const pattern = (id: number, text: string, replacement: string) =>
    rule({ id, match: 'pattern', pattern: text, replacement })
  test.each([
    ['a range, by a range', range(2, 'Block 1-40', '{n}'), [range(1, '1-40', 'Block {n}')]],
    ['a range, by a pattern', pattern(2, 'block (\\d+)', '$1'), [range(1, '101-140', 'Block {n}')]],
    ['a pattern, by a pattern', pattern(2, 'block (\\d+)', 'Sec $1'), [pattern(1, 'sec (\\d+)', 'Block $1')]],
    [
      'a beginning, by a pattern',
      pattern(2, 'block (\\d+)', 'Sec $1'),
      [rule({ pattern: 'Sec', match: 'prefix', replacement: 'Block' })],
    ],
    [
      'a word, by a range',
      range(2, 'Block 1-40', 'Sec {n}'),
      [rule({ pattern: 'Sec', match: 'token_map', replacement: 'Block' })],
    ],
  ])('a loop of %s is found for what the map has', (_, added, others) => {
    const values = valuesOn([manifest(['Floor 5', 'Floor 12'])], 'section')
    expect(values).toEqual(['5', '12'])
    expect(
      loopOf(added, others, values)
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2])
  })

  test('a loop of three is found, and one that only grows', () => {
    const others = [range(1, '1-40', 'Block {n}'), pattern(2, 'block (\\d+)', 'Area $1')]
    expect(
      loopOf(pattern(3, 'area (\\d+)', '$1'), others, ['5'])
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual([1, 2, 3])
    expect(loopOf(pattern(3, 'sec (.*)', 'sec x $1'), [])?.map(({ id }) => id)).toEqual([3])
  })

  test.each([
    ['another number', range(2, 'Block 50-90', '{n}'), [range(1, '1-40', 'Block {n}')]],
    ['one that ends on the map', range(2, 'Box 1-40', 'Floor {n}'), [range(1, '1-40', 'Box {n}')]],
    ['what stays as it is', pattern(2, '(?:sec )?(\\d+)', 'Sec $1'), []],
    [
      'one that refuses',
      rule({ id: 2, pattern: 'Block', match: 'prefix', action: 'refuse' }),
      [range(1, '1-40', 'Block {n}')],
    ],
  ])('%s is no loop', (_, added, others) => expect(loopOf(added, others, ['5', '12'])).toBeNull())

  test.each(['(', '(a+)+b(', '(?:a{900}){900}', 'a'.repeat(300), '(?=x)y'])('the pattern %s is never run', (pattern) =>
    expect(named([rule({ match: 'pattern', pattern, replacement: 'Floor 1' })], 'aaaa')).toEqual([null, null]),
  )

  test('a pattern that takes exponential time elsewhere answers at once', () => {
    const resolve = resolverOf(index, [
      rule({ match: 'pattern', pattern: '(a|a|aa)*(a|aa)*b', replacement: 'Floor 1' }),
    ])
    const started = performance.now()
    resolve('a'.repeat(120), null)
    expect(performance.now() - started).toBeLessThan(500)
  })

  test('every step is explained in words', () => {
    const steps: Step[] = []
    resolverOf(index, [rule({ match: 'token_map', pattern: 'QX', replacement: 'Reserve' })])(
      '12QX',
      null,
      (step) => void steps.push(step),
    )
    expect(steps.map(stepInWords)).toEqual([
      'Rule 1 turns “12QX” into “12 Reserve”.',
      'Read as “12 reserve”.',
      'Sections that fit: Reserve 12.',
      'Its words match Reserve 12 and no other section equally well.',
      'Placed in Reserve 12, without a row.',
    ])
  })
})

test('a rule for notes reads a whole note of 200 characters, as long as a rule can be', () => {
  const pattern = `Seats are on the aisle, ${'and the steps are steep, '.repeat(6)}and a pillar is near`
  expect(pattern.length).toBeGreaterThan(170)
  const read = noteReader([rule({ field: 'note', match: 'exact', pattern, replacement: 'obstructed' })])
  expect(read(pattern).map(({ label }) => label)).toEqual(['obstructed'])
  expect(read(pattern.replace('near', 'far'))).toEqual([])
})

test('notes are read into labels by rules', () => {
  const read = noteReader([
    rule({ id: 1, field: 'note', match: 'token_map', pattern: 'limited view', replacement: 'obstructed' }),
    rule({ id: 2, field: 'note', match: 'token_map', pattern: 'wheelchair', replacement: 'wheelchair' }),
    rule({ id: 3, field: 'note', match: 'token_map', pattern: 'no obstruction', action: 'refuse' }),
  ])
  expect(read('WHEELCHAIR seats, Limited  view')).toEqual([
    { label: 'obstructed', ruleId: 1 },
    { label: 'wheelchair', ruleId: 2 },
  ])
  expect(read('Limited view? No obstruction!')).toEqual([])
})
