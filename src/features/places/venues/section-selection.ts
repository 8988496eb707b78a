import type { Section } from './manifest.ts'

export type Selection = ReadonlySet<string>

/** What a press does with the sections it names: selects only them, adds them, or adds or leaves out each of them. */
export type SelectionPress = 'only' | 'add' | 'toggle'

export function selectionAfter(before: Selection, codes: readonly string[], press: SelectionPress): Selection {
  if (press === 'only') return new Set(codes)
  const after = new Set(before)
  for (const code of codes) {
    if (press === 'toggle' && before.has(code)) after.delete(code)
    else after.add(code)
  }
  return after
}

/** A press with Shift, Ctrl or Command keeps what was selected before. */
export function pressOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): SelectionPress {
  return event.shiftKey || event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}

/** What several sections are given at once. What is undefined stays as it is in each of them. */
export interface SectionsChange {
  readonly zone?: string | null
  readonly rank?: number
  readonly capacity?: number
  readonly rows?: readonly string[]
  readonly isGeneralAdmission?: boolean
}

export function withChange(sections: readonly Section[], selection: Selection, change: SectionsChange): Section[] {
  return sections.map((section) => {
    if (!selection.has(section.code)) return section
    const { rows, ...rest } = change
    const changed: Section = { ...section, ...rest, rows: [...(rows ?? section.rows)] }
    // General admission has no rows.
    return changed.isGeneralAdmission ? { ...changed, rows: [] } : changed
  })
}
