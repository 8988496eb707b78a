import { useCallback, useMemo, useState } from 'react'
import type { Section } from './manifest.ts'
import type { Selection, SelectionPress } from './section-selection.ts'
import { selectionAfter } from './section-selection.ts'

/** Which sections of a manifest are selected, and which of them the map brings into view. What is deleted is no longer selected. */
export function useSectionSelection(sections: readonly Section[]) {
  const [picked, setPicked] = useState<Selection>(new Set())
  const [target, setTarget] = useState<readonly string[] | null>(null)
  const selection = useMemo(
    () => new Set(sections.flatMap(({ code }) => (picked.has(code) ? [code] : []))),
    [sections, picked],
  )
  const onSelect = useCallback((codes: readonly string[], press: SelectionPress) => {
    setPicked((before) => selectionAfter(before, codes, press))
  }, [])
  const onShow = useCallback((codes: readonly string[]) => {
    setPicked(new Set(codes))
    setTarget([...codes])
  }, [])
  return { selection, target, onSelect, onShow }
}
