import type { RewriteRule } from './rewrite-rule.ts'
import { rewriterOf } from './rewriter.ts'

/** What a listing's note can say about the seats. */
export const noteLabels = ['obstructed', 'wheelchair', 'hospitality', 'age_limit', 'piggyback'] as const
export type NoteLabel = (typeof noteLabels)[number]

export interface NoteFound {
  readonly label: NoteLabel
  readonly ruleId: number
}

export const isNoteLabel = (text: string): text is NoteLabel => (noteLabels as readonly string[]).includes(text)

/**
 * Reads notes by the rules of the field `note`: a rule's replacement is the label. Unlike a section, a note can say
 * several things, so every rule is asked, those that refuse first: they say that a text means nothing.
 */
export function noteReader(rules: readonly RewriteRule[]): (note: string) => NoteFound[] {
  const ofNotes = rules.filter(({ field }) => field === 'note')
  const refusing = rewriterOf(ofNotes.filter(({ action }) => action === 'refuse'))
  const byLabel = noteLabels.map((label) => ({
    label,
    read: rewriterOf(ofNotes.filter(({ action, replacement }) => action === 'replace' && replacement === label)),
  }))
  return (note) => {
    if (refusing(note) !== null) return []
    return byLabel.flatMap(({ label, read }) => {
      const found = read(note)
      return found && isNoteLabel(label) ? [{ label, ruleId: found.rule.id }] : []
    })
  }
}
