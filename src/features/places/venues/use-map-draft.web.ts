import { useMemo, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Manifest, ManifestProblem, Section } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import type { MapDraft } from './map-draft.ts'
import { changesOf, draftOf, rebased, shapesOf } from './map-draft.ts'
import { afterStep, everyState, historyOf, redone, undone } from './map-history.ts'
import type { DrawnMap } from './map-layout.ts'

/** The changes of a map that are not published yet, with the way back. */
export function useMapDraft(manifest: Manifest, map: DrawnMap) {
  const [base, setBase] = useState(() => ({
    version: manifest.version,
    draft: draftOf(manifest.sections, map.shapes),
  }))
  const [history, setHistory] = useState(() => historyOf(base.draft))
  const [isRebased, setRebased] = useState(false)
  // Published in the meantime: what was changed here goes on top of it.
  if (manifest.version !== base.version) {
    const draft = draftOf(manifest.sections, map.shapes)
    setBase({ version: manifest.version, draft })
    setHistory(everyState(history, (state) => rebased(state, base.draft, draft)))
    setRebased(true)
  }
  const draft = history.now
  const sections = useMemo(() => draft.map(({ section }) => section), [draft])
  const shapes = useMemo(() => shapesOf(draft, map, base.draft), [draft, map, base])
  const changes = useMemo(() => changesOf(base.draft, draft), [base, draft])
  const problems = useMemo(
    () => manifestProblems(sections, shapes, map.shapes).filter(({ isBlocking }) => isBlocking),
    [sections, shapes, map],
  )
  return {
    base: base.draft,
    draft,
    sections,
    shapes,
    changes,
    problems,
    isRebased,
    isDirty: Object.values(changes).some((count) => count > 0),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next: MapDraft, isSameStep = false) =>
      setHistory((before) => (next === before.now ? before : afterStep(before, next, isSameStep))),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
  }
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
  return taken ? t('The map has an outline with the id {code} that is no section.', { code: taken.code }) : null
}

const textOf = ({ code, message }: ManifestProblem) => `${code} ${message}`
