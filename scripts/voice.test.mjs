import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './project.mjs'
import { definitionTexts } from './texts.mjs'
import {
  BASELINE,
  EXCEPTIONS,
  proseCounts,
  shrunk,
  voiceFaults,
  wrongTestNames,
  wrongTexts,
  wrongWords,
} from './voice.mjs'

const baselineOf = (texts, counts = {}) => JSON.stringify({ comments: 0, docs: 0, ...counts, texts })
const files = (code, more = {}) =>
  new Map(Object.entries({ 'src/kit/a.ts': code, [BASELINE]: baselineOf([]), ...more }))
const faults = (code, more) => [...voiceFaults(files(code, more))]
const textsIn = (code, path = 'src/kit/a.ts') => [...wrongTexts(new Map([[path, code]])).keys()]

describe('a text', () => {
  it.each([
    ['You may leave it', ['may']],
    ['There is no such coupon.', ['there is no such']],
    ['Left empty, any number.', ['left empty']],
    ['Whoever asks is told by somebody; nobody knows', ['whoever', 'told', 'somebody', 'nobody']],
    ['It stands, bears and holds', ['stands', 'bears', 'holds']],
    ['Lent anew, as of now, by the clocks of Rome', ['lent', 'anew', 'as of', 'by the clocks of']],
    ['The price is to be\nworked  out', ['is to', 'worked out']],
    ['In force meanwhile', ['in force', 'meanwhile']],
    ['MAY', ['may']],
  ])('%j has words that are not ours', (text, words) => {
    expect(wrongWords(text)).toEqual(words)
  })

  it.each([
    'The first of May',
    'A hold on an order',
    'The stand of a stadium',
    'Maybe, mayor, holdsworth, outstanding, retold',
    'Everybody can read it',
    'lent.roles and role-holds',
  ])('%j is fine', (text) => {
    expect(wrongWords(text)).toEqual([])
  })

  it('of the specification stays letter for letter', () => {
    const quoted = 'You have been logged out, you can cancel to stay on this page, or log in again'
    expect(wrongWords(quoted)).toEqual([])
  })
})

describe('what people read of the source', () => {
  it.each([
    ["t('Nobody came')", 'a text of the console'],
    ["text({ label: 'Told', help: 'x' })", 'a label'],
    ['new Refusal(409, `Told ${who} so`)', 'a message put together'],
    ["defineEndpoint('GET /a', { summary: 'What somebody asked for' })", 'a summary of the API'],
  ])('is %s, %s', (code) => {
    expect(textsIn(code)).toHaveLength(1)
  })

  it('is what a component says between its tags', () => {
    expect(textsIn('export const A = () => <p>Nobody came</p>', 'src/ui/a.tsx')).toEqual(['Nobody came'])
  })

  it.each([
    ['// nobody came', 'src/kit/a.ts', 'a comment'],
    ["const nobody = may('holds', 'told')", 'src/kit/a.ts', 'a key'],
    ['sql`select * from lent where holds = told`', 'src/kit/a.ts', 'SQL'],
    ["const lent = 'select * from a left join lent on told'", 'src/kit/a.ts', 'SQL in a string'],
    ["it('somebody came', () => {})", 'src/kit/a.test.ts', 'the name of a test'],
    ["const review = 'Nobody came'", 'src/features/reviews/seed-review-texts.ts', 'demo data'],
  ])('is not %s in %s: %s', (code, path) => {
    expect(textsIn(code, path)).toEqual([])
  })
})

describe('the name of a test', () => {
  const namesIn = (code, path = 'src/kit/a.test.ts') =>
    wrongTestNames(new Map([[path, code]])).map(({ name, line }) => `${line} ${name}`)

  it.each([
    ["it('lets nobody in', () => {})", '1 lets nobody in'],
    ["\ndescribe('a badge that is lent', () => {})", '2 a badge that is lent'],
    ["test.each([1, 2])('%i may enter', () => {})", '1 %i may enter'],
    ["it.skipIf(isWindows)('is open to everybody', () => {})", '1 is open to everybody'],
    ['it(`stands ${rounds} rounds`, () => {})', '1 stands … rounds'],
  ])('is read: %s', (code, name) => {
    expect(namesIn(code)).toEqual([name])
  })

  it.each([
    ["it('ends in May', () => {})", 'src/kit/a.test.ts'],
    ["const nobody = say('nobody came')", 'src/kit/a.test.ts'],
    ["it('lets nobody in', () => {})", 'src/kit/a.ts'],
  ])('is fine, or none: %s in %s', (code, path) => {
    expect(namesIn(code, path)).toEqual([])
  })

  it('is a fault without a baseline', () => {
    const more = { 'e2e/a.test.ts': "it('lets anybody in', () => {})" }
    expect(faults('', more)).toEqual([
      'e2e/a.test.ts:1 the test "lets anybody in" ("anybody": say "no one", "you" or who it is)',
    ])
  })
})

describe('the check', () => {
  const bad = "t('Nobody came')"

  it('names a new text, where it is, and what to say instead', () => {
    expect(faults(bad)).toEqual(['src/kit/a.ts:1 "Nobody came" ("nobody": say "no one", or who does not)'])
  })

  it('leaves alone what was there before it', () => {
    expect(faults(bad, { [BASELINE]: baselineOf(['Nobody came']) })).toEqual([])
  })

  it('wants out of the baseline what is gone, in its order', () => {
    expect(faults('', { [BASELINE]: baselineOf(['Nobody came']) })).toEqual([
      expect.stringContaining('remove "Nobody came" from the baseline'),
    ])
    expect(faults(`${bad}; t('Told')`, { [BASELINE]: baselineOf(['Told', 'Nobody came']) })).toEqual([
      expect.stringContaining('sort the texts'),
    ])
  })

  it('takes an exception with a reason, as long as it is needed', () => {
    EXCEPTIONS.set('The stands', 'of a stadium')
    const [needed, unneeded] = [faults("t('The stands')"), faults('')]
    EXCEPTIONS.delete('The stands')
    expect([needed, unneeded]).toEqual([[], [expect.stringContaining('remove it')]])
  })

  it('counts comments and documents, of which there must not be more', () => {
    const more = { 'docs/a.md': 'You may.', [BASELINE]: baselineOf([], { comments: 1 }) }
    const code = '/** Nobody\n * may */\nconst a = 1'
    expect(proseCounts(files(code, more))).toEqual({ comments: 2, docs: 1 })
    expect(faults(code, more)).toEqual([
      '2 such words in comments, 1 at most (scripts/voice-baseline.json): say it in plain words',
      '1 such words in docs, 0 at most (scripts/voice-baseline.json): say it in plain words',
    ])
  })

  it('does not count code in backticks', () => {
    const page = 'Call `may()`, or `told` if you may.'
    expect(proseCounts(files('// `may`: whether you may', { 'docs/a.md': page }))).toEqual({ comments: 1, docs: 1 })
  })

  it('leaves the names of tests alone that a list of faults cites', () => {
    const page = '<!-- faults: the list begins -->\nis nobody that plays\n<!-- faults: the list ends -->\nYou may.'
    expect(proseCounts(files('', { 'docs/faults.md': page })).docs).toBe(1)
  })

  it('shrinks its baseline, and never lets it grow', () => {
    const more = { [BASELINE]: baselineOf(['Nobody came', 'Told'], { comments: 5 }) }
    expect(JSON.parse(shrunk(files(`${bad}; t('Lent') // may`, more)))).toEqual({
      comments: 0,
      docs: 0,
      texts: ['Nobody came'],
    })
  })
})

describe('what resources are called', async () => {
  // Half of the labels are made out of keys, so that no source says them. The whole product is loaded for them.
  const defined = await definitionTexts()

  it('has no such word either', () => {
    const known = [...JSON.parse(readFileSync(join(root, BASELINE), 'utf8')).texts, ...EXCEPTIONS.keys()]
    const wrong = defined.filter((text) => wrongWords(text).length > 0)
    // What is put together is known by its parts.
    expect(wrong.filter((text) => !known.some((one) => text.includes(one)))).toEqual([])
  })
})
