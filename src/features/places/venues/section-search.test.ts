import { describe, expect, it } from 'vitest'
import type { Section } from './manifest.ts'
import { aliasesOf, findSections } from './section-search.ts'
import { pressOf, selectionAfter, withChange } from './section-selection.ts'

const section = (code: string, name: string): Section => ({
  code,
  name,
  zone: 'Terrace',
  rank: 5,
  isGeneralAdmission: false,
  rows: ['1', '2'],
  capacity: 40,
  viewImageId: null,
  viewImageUrl: null,
})
const sections = [section('t-1331', 'Terrace 1331'), section('t-331', 'Terrace Level 331'), section('x', 'Sección Ñ')]
const none = new Map<string, readonly string[]>()
const names = (text: string, aliases: ReadonlyMap<string, readonly string[]> = none) =>
  findSections(sections, aliases, text).map((one) => one.section.name)

describe('the search of sections', () => {
  it('finds by name and by id, without case, accents and signs, the closest first', () => {
    expect(names('331')).toEqual(['Terrace Level 331', 'Terrace 1331'])
    expect(names('T.331')).toEqual(['Terrace Level 331'])
    expect(names('SECCION n')).toEqual(['Sección Ñ'])
    expect(names('balcony')).toEqual([])
    expect(names(' ')).toHaveLength(3)
  })

  it('finds by what sellers call a section, after the sections with that name, and says by which words', () => {
    const counts = { listings: 1, placed: 1, tickets: 2, stake: [] }
    const wording = (text: string, placedAs: string | null) => ({
      section: text,
      placedAs,
      ...counts,
      configurations: [],
      providers: [],
    })
    const aliases = aliasesOf({
      ...counts,
      due: 0,
      providers: [],
      sections: [wording('Sec 331 UL', 'Terrace Level 331'), wording('Terrace UL', null)],
      total: 2,
    })
    expect(findSections(sections, aliases, '331 ul')).toEqual([
      expect.objectContaining({ section: sections[1], alias: 'Sec 331 UL' }),
    ])
    expect(names('terrace ul', aliases)).toEqual([])
    expect(findSections(sections, aliases, '331').map(({ alias }) => alias)).toEqual([null, null])
  })
})

describe('the selection of sections', () => {
  it('begins again with a plain press, and goes on with Shift, Ctrl or Command', () => {
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
    expect(pressOf(keys)).toBe('only')
    for (const key of ['shiftKey', 'ctrlKey', 'metaKey']) expect(pressOf({ ...keys, [key]: true })).toBe('toggle')
    const before = new Set(['x', 't-331'])
    expect([...selectionAfter(before, ['t-1331'], 'only')]).toEqual(['t-1331'])
    expect([...selectionAfter(before, ['t-1331', 'x'], 'add')]).toEqual(['x', 't-331', 't-1331'])
    expect([...selectionAfter(before, ['t-1331', 'x'], 'toggle')]).toEqual(['t-331', 't-1331'])
  })

  it('changes what is given in the selected sections only, and takes the rows of general admission', () => {
    const selection = new Set(['t-331', 'x'])
    expect(withChange(sections, selection, { zone: 'Upper' }).map(({ zone, rank }) => [zone, rank])).toEqual([
      ['Terrace', 5],
      ['Upper', 5],
      ['Upper', 5],
    ])
    expect(withChange(sections, selection, { isGeneralAdmission: true }).map(({ rows }) => rows.length)).toEqual([
      2, 0, 0,
    ])
  })
})
