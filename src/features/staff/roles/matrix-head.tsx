import { t } from '../../../core/i18n/language.ts'
import { actionWords } from './matrix-labels.ts'

export function wordOf(name: string, label: string): string {
  const word = actionWords[name]
  return word === undefined ? label : t(word)
}

/** What the action does in a word, and below it the name by which roles and messages know it. */
export function ActionHead({ name, label }: { name: string; label: string }) {
  return (
    <>
      {wordOf(name, label)} <code>{name}</code>
    </>
  )
}
