import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Section } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import type { MapDraft } from './map-draft.ts'
import {
  changesOf,
  draftOf,
  lostOf,
  publicationOf,
  rebased,
  withDrawn,
  withMoved,
  withOutline,
  withoutSections,
  withSections,
} from './map-draft.ts'
import { keptOf, lostOfKept, readKeptDraft, restoredOn } from './kept-draft.ts'
import { afterStep, everyState, historyOf, redone, undone } from './map-history.ts'
import { drawMap, withStage } from './map-layout.ts'
import { withCornerAt, withCornerBefore, withoutCorner } from './outline-geometry.ts'
import { neighbourOf } from './section-walk.ts'
import { sectionWith } from './testing/section.ts'

const section = (code: string, values: Partial<Section> = {}) => sectionWith({ code, name: `Block ${code}`, ...values })
const sections = ['a', 'b', 'c', 'd', 'e', 'f'].map((code) => section(code))
const map = drawMap('theatre', sections)
const start = draftOf(sections, map.shapes)
const published = { map: null }

const codes = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 1 }).map((some) => new Set(some))
const distance = fc.double({ min: -900, max: 900, noNaN: true })
/** Everything that edit mode does to a draft. */
const step: fc.Arbitrary<(draft: MapDraft) => MapDraft> = fc.oneof(
  fc.tuple(codes, distance, distance).map(
    ([some, dx, dy]) =>
      (draft: MapDraft) =>
        withMoved(draft, some, dx, dy),
  ),
  codes.map((some) => (draft: MapDraft) => withoutSections(draft, some)),
  fc.tuple(codes, fc.nat(3), distance).map(
    ([[code = ''], corner, x]) =>
      (draft: MapDraft) =>
        withOutline(draft, code, (outline) => withCornerAt(outline, 0, corner, [x, -x])),
  ),
  codes.map(
    ([code = '']) =>
      (draft: MapDraft) =>
        withOutline(draft, code, (one) => withCornerBefore(one, 0, 1)),
  ),
  codes.map(
    ([code = '']) =>
      (draft: MapDraft) =>
        withOutline(draft, code, (one) => withoutCorner(one, 0, 1)),
  ),
  fc.nat().map(
    (n) => (draft: MapDraft) =>
      withDrawn(draft, section(`new-${n}-${draft.length}`), [
        [0, 0],
        [9, 0],
        [9, 9],
      ]),
  ),
  codes.map(
    (some) => (draft: MapDraft) =>
      withSections(
        draft,
        draft.map((one) => (some.has(one.section.code) ? { ...one.section, rank: 7 } : one.section)),
      ),
  ),
)
const none = { added: 0, moved: 0, reshaped: 0, renamed: 0, changed: 0, deleted: 0 }

describe('a map that is edited', () => {
  it('is the first one again after as many undos as there were steps, and the last one after as many redos', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let history = historyOf(start)
        for (const one of steps) history = afterStep(history, one(history.now))
        const last = history.now
        for (const _ of steps) history = undone(history)
        expect(history.now).toBe(start)
        expect(undone(history)).toBe(history)
        for (const _ of steps) history = redone(history)
        expect(history.now).toBe(last)
        expect(redone(history)).toBe(history)
      }),
    )
  })

  it('has no changes once a move is moved back', () => {
    fc.assert(
      fc.property(codes, distance, distance, (some, dx, dy) => {
        const back = withMoved(withMoved(start, some, dx, dy), some, -dx, -dy)
        expect(changesOf(start, back)).toEqual(none)
        expect(publicationOf(published, map, start, back)).toEqual({ sections })
      }),
    )
  })

  it('takes a key that is kept pressed back at once', () => {
    const once = afterStep(historyOf(1), 2)
    expect(undone(afterStep(afterStep(once, 3, true), 4, true)).now).toBe(1)
    expect(undone(afterStep(once, 3)).now).toBe(2)
  })

  it('names what changed', () => {
    const moved = withMoved(start, new Set(['a', 'b', 'c']), 10, 0)
    expect(changesOf(start, moved)).toEqual({ ...none, moved: 3 })
    const bent = withOutline(moved, 'd', (outline) => withCornerAt(outline, 0, 0, [1, 2]))
    const renamed = bent.map((one) =>
      one.section.code === 'e' ? { ...one, section: section('east', { zone: 'East' }) } : one,
    )
    const drawn = withDrawn(withoutSections(renamed, new Set(['f'])), section('new'), [
      [0, 0],
      [9, 0],
      [9, 9],
    ])
    expect(changesOf(start, drawn)).toEqual({ added: 1, moved: 3, reshaped: 1, renamed: 1, changed: 1, deleted: 1 })
  })

  it('publishes a map that fits together, with its stage, and inside its view box', () => {
    const draft = withMoved(
      withDrawn(start, section('new'), [
        [-50, -50],
        [-9, 0],
        [9, 9],
      ]),
      new Set(['a']),
      900,
      0,
    )
    const { sections: after, map: own } = publicationOf(published, map, start, draft)
    expect(own?.shapes.map(({ id }) => id)).toEqual(['stage', 'a', 'b', 'c', 'd', 'e', 'f', 'new'])
    expect(manifestProblems(after, own?.shapes ?? null)).toEqual([])
    const [left = 0] = (own?.viewBox ?? '').split(' ').map(Number)
    expect(left).toBeLessThan(-50)
    expect(own && withStage(own, after).stage).toEqual(map.stage)
  })

  it('leaves a map that is drawn from the manifest to be drawn, where only words changed', () => {
    const after = withSections(start, [section('z'), ...sections.slice(1)])
    expect(publicationOf(published, map, start, after)).toEqual({ sections: [section('z'), ...sections.slice(1)] })
    const own = { viewBox: map.viewBox, shapes: map.shapes }
    const { map: shapes } = publicationOf({ map: own }, { ...own, stage: null }, start, after)
    expect(shapes?.shapes[0]).toEqual({ id: 'z', d: map.shapes[0]?.d })
  })

  it('goes on top of what someone else published', () => {
    const mine = withDrawn(withMoved(withoutSections(start, new Set(['b'])), new Set(['a']), 5, 5), section('n'), [
      [0, 0],
      [9, 0],
      [9, 9],
    ])
    const theirs = draftOf(
      [section('a', { rank: 9 }), section('b'), section('c', { rank: 9 }), section('n')],
      [...map.shapes, { id: 'n', d: 'M1 1L2 1L2 2Z' }],
    )
    const after = rebased(mine, start, theirs)
    expect(after.map(({ section: one }) => [one.code, one.rank])).toEqual([
      ['a', 9],
      ['c', 9],
      ['n', 1],
      ['n-2', 1],
    ])
    expect(after[0]?.d).toBe(mine[0]?.d)
    const bent = withSections(withMoved(mine, new Set(['d', 'e']), 5, 5), [
      ...mine.slice(0, -1).map((one) => (one.section.code === 'e' ? section('c-new') : one.section)),
      section('n'),
    ])
    expect(lostOf(bent, start, theirs).map(({ name }) => name)).toEqual(['Block d', 'Block c-new'])
    // What was published here is there already.
    const own = publicationOf(published, map, start, mine)
    const again = draftOf(own.sections, own.map?.shapes ?? [])
    expect(changesOf(again, rebased(mine, start, again))).toEqual(none)
    expect(lostOf(mine, start, again)).toEqual([])
    expect(everyState(historyOf(mine), () => again).now).toBe(again)
  })

  it('comes back after a sign-in as it was, or on top of what was published since', () => {
    const identity = { id: 7, version: 3 }
    const stored = (draft: MapDraft) => {
      const kept = readKeptDraft(JSON.parse(JSON.stringify(keptOf(identity, start, draft))))
      if (!kept) throw new Error('The draft cannot be read back.')
      return kept
    }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const draft = steps.reduce((state, one) => one(state), start)
        expect(restoredOn(start, stored(draft))).toEqual(draft)
      }),
    )
    const mine = withMoved(withoutSections(start, new Set(['b'])), new Set(['a']), 5, 5)
    const theirs = draftOf(
      sections.map((one) => ({ ...one, rank: 9 })),
      map.shapes,
    )
    expect(restoredOn(theirs, stored(mine))).toEqual(rebased(mine, start, theirs))
    expect(lostOfKept(theirs.slice(1), stored(mine)).map(({ code }) => code)).toEqual(['a'])
    // Two thousand sections would not fit into the storage: only what was changed is kept.
    expect(stored(mine)).toMatchObject({ ...identity, changed: [{ now: { origin: 'a' } }], deleted: [{ origin: 'b' }] })
    expect(readKeptDraft({ ...identity, changed: 'all', deleted: [] })).toBeNull()
  })

  it('is walked from section to section by arrow keys', () => {
    const grid = draftOf(sections, drawMap('gallery', sections).shapes)
    expect(neighbourOf(grid, 'a', [1, 0])).toBe('b')
    expect(neighbourOf(grid, 'a', [0, 1])).toBe('d')
    expect(neighbourOf(grid, 'e', [-1, 0])).toBe('d')
    expect(neighbourOf(grid, 'a', [0, -1])).toBeNull()
  })
})
