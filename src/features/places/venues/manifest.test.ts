import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { demoSections } from './seed-sections.ts'
import type { Section } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import { cellsOf, csvHead, manifestOfCells, rowsOf, textOfRows } from './manifest-csv.ts'
import { drawMap } from './map-layout.ts'
import { readMap } from './map-svg.ts'
import { venueLayouts } from './venue-configurations.ts'
import { sectionWith } from './testing/section.ts'

const section = (values: Partial<Section> = {}) => sectionWith({ code: 'a', name: 'A', ...values })
const blocking = (sections: readonly Section[], ids: readonly string[] | null = null) =>
  manifestProblems(sections, ids && ids.map((id) => ({ id, d: 'M0 0h4v4Z' })))
    .filter(({ isBlocking }) => isBlocking)
    .map(({ message }) => message)

describe('a manifest', () => {
  it('has no two sections of one name or id, whatever the letter case', () => {
    expect(blocking([section(), section({ code: 'b', name: 'B' })])).toEqual([])
    expect(blocking([section(), section({ code: 'b', name: 'a' })])).toEqual(['Two sections are called a.'])
    expect(blocking([section(), section({ name: 'B' })])).toEqual([
      'B has the id a, which another section has already.',
    ])
  })

  it('has a place on the map for every section, and says which outlines are none', () => {
    expect(blocking([section()], ['b'])).toEqual(['A is not on the map: no outline has the id a.'])
    const [finding] = manifestProblems(
      [section()],
      [
        { id: 'a', d: 'M0 0h4v4Z' },
        { id: 'tunnel', d: 'M0 0h4v4Z' },
      ],
    )
    expect(finding).toMatchObject({ isBlocking: false, message: 'One outline of the map isn’t a section: tunnel' })
  })

  it('has outlines that enclose an area, except where they are published as they are', () => {
    const bow = [{ id: 'a', d: 'M0 0L10 10L10 0L0 10Z' }]
    const found = manifestProblems([section()], bow).map(({ message }) => message)
    expect(found).toEqual(['The outline of A crosses itself.'])
    expect(manifestProblems([section()], bow, bow)).toEqual([])
  })

  it('has sections at all, no rows in general admission, and no row twice', () => {
    expect(blocking([])).toEqual(['A manifest has at least one section.'])
    expect(blocking([section({ isGeneralAdmission: true })])).toEqual(['A is general admission, so it has no rows.'])
    expect(blocking([section({ rows: ['1', '2', '1'] })])).toEqual(['A has the row 1 twice.'])
    expect(blocking([section({ viewImageId: 12, viewImageUrl: 'https://example.com/box.jpg' })])).toEqual([
      'A has two views. Keep the image or the URL.',
    ])
  })

  it('comes back from its file as it went out', () => {
    const sections = [
      section({ zone: 'Stalls, left', rows: ['A', 'B'], capacity: 40 }),
      section({ code: 'b', name: 'Standing', isGeneralAdmission: true, rows: [], rank: 3, viewImageId: 12 }),
      section({ code: 'c', name: 'Box', viewImageUrl: 'https://example.com/box.jpg' }),
      section({ code: 'd', name: 'Boxes', rows: ['Box 1', 'Box 2', 'Loge, left', '1-3', '4', '"Royal"'] }),
    ]
    const { data } = Papa.parse<string[]>(Papa.unparse([[...csvHead], ...sections.map(cellsOf)]))
    expect(manifestOfCells(data)).toEqual({ sections, problems: [] })
  })

  it('says with its line what cannot be read', () => {
    const { problems } = manifestOfCells([
      ['name', 'rank', 'capacity'],
      ['A', '1', '10'],
      ['', '2', ''],
      ['B', 'best', '-4'],
      ['C', '', '1.000'],
    ])
    expect(problems).toEqual([
      'Line 3: name missing.',
      'Line 4: the rank “best” is not from 1 to 100.',
      'Line 4: the capacity “-4” is not a number of seats.',
      'Line 5: the capacity “1.000” is not a number of seats.',
    ])
    expect(manifestOfCells([['colour'], ['red']]).problems).toEqual([
      'No “name” or “section” column. The first line must have the column names.',
    ])
  })

  it('counts rows, and takes them as they are written', () => {
    expect(rowsOf('A B;C')).toEqual(['A', 'B', 'C'])
    expect(rowsOf('1-4 AA')).toEqual(['1', '2', '3', '4', 'AA'])
    expect(rowsOf('"Box 1", "Loge A" 2-3;"1-3"')).toEqual(['Box 1', 'Loge A', '2', '3', '1-3'])
    expect(rowsOf('7" "A')).toEqual(['7"', '"A'])
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A1"; -][A1"; -]*$/)), (rows) => {
        expect(rowsOf(textOfRows(rows))).toEqual(rows)
      }),
    )
  })
})

const outside = new URL('../../../../../shared/data/sections/', import.meta.url)

describe.skipIf(!existsSync(outside))('a supplier’s manifest with a line for each row', () => {
  it.each([
    ['citifield_sections.csv', 221],
    ['dodgerstadium_sections.csv', 299],
  ])('%s is read as %i sections', (file, count) => {
    const { data } = Papa.parse<string[]>(readFileSync(new URL(file, outside), 'utf8'), { skipEmptyLines: 'greedy' })
    const { sections, problems } = manifestOfCells(data)
    expect([sections.length, problems, blocking(sections)]).toEqual([count, [], []])
    expect(sections.reduce((sum, { rows }) => sum + rows.length, 0)).toBeGreaterThan(data.length * 0.9)
  })
})

describe('a map that is drawn from the manifest', () => {
  it.each(venueLayouts)('has every section of a house with %s once, within its frame', (layout) => {
    const sections = demoSections(layout, 40_000)
    const { shapes, viewBox } = drawMap(layout, sections)
    expect(shapes.map(({ id }) => id).sort()).toEqual(sections.map(({ code }) => code).sort())
    expect(
      blocking(
        sections,
        shapes.map(({ id }) => id),
      ),
    ).toEqual([])
    const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
    for (const { d } of shapes) {
      const [x = NaN, y = NaN] = /^M(-?[0-9.]+) (-?[0-9.]+)/.exec(d)?.slice(1).map(Number) ?? []
      expect(x >= left && x <= left + width && y >= top && y <= top + height, d).toBe(true)
    }
  })

  it('has the left of a theatre on the left, as the audience sees its stage', () => {
    const { shapes } = drawMap('theatre', demoSections('theatre', 1_800))
    const x = (id: string) => Number(/^M(-?[0-9.]+)/.exec(shapes.find((shape) => shape.id === id)?.d ?? '')?.[1])
    for (const zone of ['stalls', 'dress-circle', 'upper-circle']) {
      expect(x(`${zone}-left`)).toBeLessThan(x(`${zone}-centre`))
      expect(x(`${zone}-centre`)).toBeLessThan(x(`${zone}-right`))
    }
  })
})

describe('an SVG file', () => {
  const file = (inside: string, attributes = 'viewBox="0 0 100 50"') =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

  it('gives its outlines with an id, of whatever element', () => {
    const { map, problems } = readMap(
      file(
        '<path id="a" d="M0 0L10 0Z"/><polygon id="b" points="0,0 10,0 10,10"/><rect data-section-id="c" x="1" y="2" width="3" height="4"/><circle id="d" cx="5" cy="5" r="2"/><path d="M1 1"/>',
      ),
    )
    expect(problems).toEqual([])
    expect(map).toEqual({
      viewBox: '0 0 100 50',
      shapes: [
        { id: 'a', d: 'M0 0L10 0Z' },
        { id: 'b', d: 'M0 0 10 0 10 10Z' },
        { id: 'c', d: 'M1 2h3v4h-3Z' },
        { id: 'd', d: 'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z' },
      ],
    })
  })

  it('lets nothing through that could run', () => {
    const { map } = readMap(
      file(
        '<script>alert(1)</script><style>@import "x"</style><image id="i" href="javascript:x"/><a href="javascript:x"><path id="a" d="M0 0Z" onclick="alert(1)"/></a><foreignObject id="f"><b/></foreignObject>',
      ),
    )
    expect(map?.shapes).toEqual([{ id: 'a', d: 'M0 0Z' }])
    expect(readMap(file('<path id="a" d="M0 0 url(javascript:x)"/>')).problems).toContain(
      '“a” has an outline that cannot be read.',
    )
  })

  it('is refused with transforms, ids that occur twice, or nothing to draw', () => {
    expect(readMap(file('<g transform="scale(2)"><path id="a" d="M0 0Z"/></g>')).problems[0]).toContain(
      'is moved by a transform',
    )
    expect(readMap(file('<path id="a" d="M0 0Z"/><path id="a" d="M0 0Z"/>')).problems).toEqual([
      'Two outlines have the id “a”.',
    ])
    expect(readMap(file('')).problems).toEqual(['No outline in the file has an id.'])
    expect(readMap('<html></html>').problems).toEqual(['Not an SVG file.'])
  })

  it('is read in time that grows with its length, whatever is in it', () => {
    const started = performance.now()
    readMap(file(`<path ${'a="b" '.repeat(100_000)}`))
    for (const part of ['<!--', '<path ', '<path id="', '<', '  ', 'id = ', '<a b']) readMap(file(part.repeat(100_000)))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
