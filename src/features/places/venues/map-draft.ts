import type { Manifest, Section, Shape } from './manifest.ts'
import type { DrawnMap } from './map-layout.ts'
import type { Outline, Point } from './outline.ts'
import { dataOf, outlineOf } from './outline.ts'
import { boundsOf, viewBoxAround } from './outline-checks.ts'
import { displacementOf, movedBy, polygonOf } from './outline-geometry.ts'
import { stageIds } from './map-stage.ts'
import type { Selection } from './section-selection.ts'

/** A section of a map that is being edited. */
export interface DraftSection {
  /** The id that it is published with; null for one that was drawn. */
  readonly origin: string | null
  readonly section: Section
  /** Its outline; null where the map has none. */
  readonly d: string | null
}

/** In the order of the manifest. Ids are unique. */
export type MapDraft = readonly DraftSection[]

export function draftOf(sections: readonly Section[], shapes: readonly Shape[]): MapDraft {
  const outlines = new Map(shapes.map(({ id, d }) => [id, d]))
  return sections.map((section) => ({ origin: section.code, section, d: outlines.get(section.code) ?? null }))
}

/** Outlines that cannot be read stay where they are. */
function reshaped(one: DraftSection, change: (outline: Outline) => Outline): DraftSection {
  const outline = one.d === null ? null : outlineOf(one.d)
  return outline === null ? one : { ...one, d: dataOf(change(outline)) }
}

export function withMoved(draft: MapDraft, codes: Selection, dx: number, dy: number): MapDraft {
  return draft.map((one) => (codes.has(one.section.code) ? reshaped(one, (outline) => movedBy(outline, dx, dy)) : one))
}

export function withOutline(draft: MapDraft, code: string, change: (outline: Outline) => Outline): MapDraft {
  return draft.map((one) => (one.section.code === code ? reshaped(one, change) : one))
}

export function withDrawn(draft: MapDraft, section: Section, points: readonly Point[]): MapDraft {
  return [...draft, { origin: null, section, d: dataOf(polygonOf(points)) }]
}

export function withoutSections(draft: MapDraft, codes: Selection): MapDraft {
  return draft.filter(({ section }) => !codes.has(section.code))
}

/** The sections as a dialog changed them: the same ones in their order, or some of them. */
export function withSections(draft: MapDraft, sections: readonly Section[]): MapDraft {
  if (sections.length === draft.length) {
    return draft.map((one, index) => {
      const section = sections[index]
      return section === undefined || section === one.section ? one : { ...one, section }
    })
  }
  const byCode = new Map(sections.map((section) => [section.code, section]))
  return draft.flatMap((one) => {
    const section = byCode.get(one.section.code)
    return section ? [{ ...one, section }] : []
  })
}

const sectionText = ({ viewImageId = null, ...section }: Section) => JSON.stringify({ ...section, viewImageId })
const isSameSection = (a: Section, b: Section) => a === b || sectionText(a) === sectionText(b)

/** What became of an outline: null where it is the same, however it is written. */
function outlineChange(before: string | null, after: string | null): 'moved' | 'reshaped' | null {
  if (before === after) return null
  const [from, to] = [before, after].map((d) => (d === null ? null : outlineOf(d)))
  const by = from && to ? displacementOf(from, to) : null
  if (by === null) return 'reshaped'
  return by[0] === 0 && by[1] === 0 ? null : 'moved'
}

export const draftChangeKinds = ['added', 'moved', 'reshaped', 'renamed', 'changed', 'deleted'] as const
/** The numbers of sections changed, by what was done to them. */
export type DraftChanges = Readonly<Record<(typeof draftChangeKinds)[number], number>>

/** What a draft would publish, compared with the manifest that it began from. */
export function changesOf(base: MapDraft, draft: MapDraft): DraftChanges {
  const before = new Map(base.map((one) => [one.origin, one]))
  const count = { added: 0, moved: 0, reshaped: 0, renamed: 0, changed: 0, deleted: 0 }
  const kept = new Set(draft.map(({ origin }) => origin))
  count.deleted = base.filter(({ origin }) => !kept.has(origin)).length
  for (const one of draft) {
    const was = one.origin === null ? undefined : before.get(one.origin)
    if (was === undefined) count.added += 1
    else {
      const bent = outlineChange(was.d, one.d)
      if (bent !== null) count[bent] += 1
      const { name, code } = one.section
      if (name !== was.section.name || code !== was.section.code) count.renamed += 1
      if (!isSameSection({ ...one.section, name: was.section.name, code: was.section.code }, was.section))
        count.changed += 1
    }
  }
  return count
}

/** The outlines of a draft, those of the map that are no section included. */
export function shapesOf(draft: MapDraft, map: DrawnMap, base: MapDraft): Shape[] {
  const byOrigin = new Map(draft.flatMap((one) => (one.origin === null ? [] : [[one.origin, one] as const])))
  const published = new Set(base.map(({ origin }) => origin))
  const stayed = map.shapes.flatMap((shape): Shape[] => {
    if (!published.has(shape.id)) return [shape]
    const one = byOrigin.get(shape.id)
    return one && one.d !== null ? [{ id: one.section.code, d: one.d }] : []
  })
  const added = draft.flatMap(({ origin, section, d }) =>
    origin === null && d !== null ? [{ id: section.code, d }] : [],
  )
  return [...stayed, ...added]
}

/**
 * What is published for a draft. A map that is drawn from the manifest stays so, unless its outlines were changed by
 * hand: then it becomes a map of its own, its stage included.
 */
export function publicationOf(
  manifest: Pick<Manifest, 'map'>,
  map: DrawnMap,
  base: MapDraft,
  draft: MapDraft,
): { sections: readonly Section[]; map?: Manifest['map'] } {
  const sections = draft.map(({ section }) => section)
  const { added, moved, reshaped: bent } = changesOf(base, draft)
  if (manifest.map === null && added + moved + bent === 0) return { sections }
  const shapes = shapesOf(draft, map, base)
  const codes = new Set(sections.map(({ code }) => code))
  const stageId = map.stage && stageIds[map.stage.label]
  if (map.stage && stageId && !codes.has(stageId)) shapes.unshift({ id: stageId, d: map.stage.d })
  const outlines = shapes.map(({ d }) => outlineOf(d) ?? [])
  return { sections, map: { viewBox: viewBoxAround(map.viewBox, boundsOf(outlines)), shapes } }
}

/**
 * The draft on top of a manifest that someone else published in the meantime: what the draft changed stays changed, and
 * the rest is as it was published.
 */
export function rebased(draft: MapDraft, before: MapDraft, after: MapDraft): MapDraft {
  const mine = new Map(draft.flatMap((one) => (one.origin === null ? [] : [[one.origin, one] as const])))
  const old = new Map(before.map((one) => [one.origin, one]))
  const stayed = after.flatMap((theirs): MapDraft => {
    const [was, one] = [old.get(theirs.origin), mine.get(theirs.origin ?? '')]
    // Added by them, or deleted here.
    if (was === undefined || one === undefined) return was === undefined ? [theirs] : []
    return [
      {
        origin: theirs.origin,
        section: isSameSection(one.section, was.section) ? theirs.section : one.section,
        d: one.d === was.d ? theirs.d : one.d,
      },
    ]
  })
  const drawn = draft.filter(({ origin, section, d }) => {
    const theirs = stayed.find((one) => one.section.code === section.code)
    return origin === null && !(theirs && theirs.d === d && isSameSection(theirs.section, section))
  })
  return withUniqueCodes([...stayed, ...drawn])
}

/** The sections of a draft that were changed in it and are not in the newer manifest: what was changed is lost with them. */
export function lostOf(draft: MapDraft, before: MapDraft, after: MapDraft): Section[] {
  const old = new Map(before.map((one) => [one.origin, one]))
  const stayed = new Set(after.map(({ origin }) => origin))
  return draft.flatMap(({ origin, section, d }) => {
    const was = origin === null ? undefined : old.get(origin)
    // Under a new id it can be there: it was published from here.
    if (was === undefined || stayed.has(origin) || stayed.has(section.code)) return []
    return isSameSection(section, was.section) && outlineChange(was.d, d) === null ? [] : [section]
  })
}

function withUniqueCodes(draft: MapDraft): MapDraft {
  const taken = new Set<string>()
  return draft.map((one) => {
    let { code } = one.section
    for (let next = 2; taken.has(code); next += 1) code = `${one.section.code}-${next}`
    taken.add(code)
    return code === one.section.code ? one : { ...one, section: { ...one.section, code } }
  })
}
