import { useEffect, useMemo, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../../../core/browser/drafts.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { KeptDraft } from './kept-draft.ts'
import { keptOf, lostOfKept, readKeptDraft, restoredOn } from './kept-draft.ts'
import type { Manifest, ManifestProblem, Section } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import type { MapDraft } from './map-draft.ts'
import { changesOf, draftOf, lostOf, rebased, shapesOf } from './map-draft.ts'
import { afterStep, everyState, historyOf, redone, undone } from './map-history.ts'
import type { DrawnMap } from './map-layout.ts'
import { faultOf } from './outline-checks.ts'

/** The changes of a map that are not published yet, with the way back. */
export function useMapDraft(manifest: Manifest, map: DrawnMap, kept: KeptDraft | null, venueId: number) {
  const [base, setBase] = useState(() => ({
    version: manifest.version,
    draft: draftOf(manifest.sections, map.shapes),
  }))
  const [history, setHistory] = useState(() => {
    const published = historyOf(base.draft)
    return kept ? afterStep(published, restoredOn(base.draft, kept)) : published
  })
  const [isRebased, setRebased] = useState(kept !== null && kept.version !== base.version)
  const [lost, setLost] = useState(() => (kept ? lostOfKept(base.draft, kept) : []))
  // Published in the meantime: what was changed here goes on top of it.
  if (manifest.version !== base.version) {
    const draft = draftOf(manifest.sections, map.shapes)
    setBase({ version: manifest.version, draft })
    setHistory(everyState(history, (state) => rebased(state, base.draft, draft)))
    setRebased(true)
    setLost([...lost, ...lostOf(history.now, base.draft, draft)])
  }
  useChecksAhead(base.draft)
  const draft = history.now
  const sections = useSameList(useMemo(() => draft.map(({ section }) => section), [draft]))
  const shapes = useMemo(() => shapesOf(draft, map, base.draft), [draft, map, base])
  const changes = useMemo(() => changesOf(base.draft, draft), [base, draft])
  const problems = useMemo(
    () => manifestProblems(sections, shapes, map.shapes).filter(({ isBlocking }) => isBlocking),
    [sections, shapes, map],
  )
  const isDirty = Object.values(changes).some((count) => count > 0)
  useKeptThroughSignIn(
    venueId,
    isDirty ? () => keptOf({ id: manifest.id, version: base.version }, base.draft, draft) : () => undefined,
  )
  return {
    base: base.draft,
    draft,
    sections,
    shapes,
    changes,
    problems,
    isRebased,
    lost,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: MapDraft, isSameStep = false) =>
      setHistory((before) => (next === before.now ? before : afterStep(before, next, isSameStep))),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
  }
}

/** What the draft of a venue's map is kept under. */
const draftKey = (venueId: number) => `venue-map/${venueId}`

/** Taken from the storage and not on the page yet: a render that waits for a part of the page is begun again. */
const taken = new Map<string, KeptDraft>()

function takeKept(key: string): KeptDraft | null {
  const kept = taken.get(key) ?? readKeptDraft(takeDraft(key))
  if (kept) taken.set(key, kept)
  return kept
}

/** The draft of a map of this venue that was kept through a forced sign-in; null where there is none. */
export function useKeptDraft(venueId: number) {
  const key = draftKey(venueId)
  const [kept, setKept] = useState(() => takeKept(key))
  useEffect(() => {
    if (taken.delete(key)) toast.info(t('Your unsaved changes were put back.'))
  }, [key])
  return { kept, forget: () => setKept(null) }
}

/** Keeps the draft when a sign-in is forced, as forms keep theirs. */
function useKeptThroughSignIn(venueId: number, read: () => unknown): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => registerDraft({ key: draftKey(venueId), read: () => latest.current() }), [venueId])
}

/** The list before, if it has the same parts: sections that move are the same sections to all that shows their names. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list)
  const isSame = list.length === before.current.length && list.every((one, index) => one === before.current[index])
  if (!isSame) before.current = list
  return before.current
}

/** Outlines that are checked at once: less than a frame of work. */
const checkedAtOnce = 100

/** Checks the outlines before one is moved, bit by bit: with two thousand the first drag of all of them would stutter. */
function useChecksAhead(draft: MapDraft): void {
  useEffect(() => {
    let next = 0
    const timer = setInterval(() => {
      for (const { d } of draft.slice(next, next + checkedAtOnce)) if (d !== null) faultOf(d)
      next += checkedAtOnce
      if (next >= draft.length) clearInterval(timer)
    }, 30)
    return () => clearInterval(timer)
  }, [draft])
}

/** What would be wrong with changed sections, such as an id that another one has; null where nothing is. */
export function problemAfter(draft: MapDraft, sections: readonly Section[], extras: readonly string[]): string | null {
  const known = new Set(
    manifestProblems(
      draft.map(({ section }) => section),
      null,
    ).map(textOf),
  )
  const found = manifestProblems(sections, null).find((one) => one.isBlocking && !known.has(textOf(one)))
  if (found) return found.message
  const before = new Set(draft.map(({ section }) => section.code))
  const taken = sections.find(({ code }) => !before.has(code) && extras.includes(code))
  return taken ? t('The map has an outline with the id {code} that isn’t a section.', { code: taken.code }) : null
}

const textOf = ({ code, message }: ManifestProblem) => `${code} ${message}`
