import { inWords } from '../i18n/formats.ts'
import { t } from '../i18n/language.ts'

interface Labelled {
  readonly labels?: Readonly<Record<string, string | undefined>>
}

/** A choice for people, in their language: its label, else the value in words. */
export function choiceLabelOf(field: Labelled, choice: string): string {
  return t(plainChoiceLabelOf(field, choice))
}

/** The same in the language of the definition. */
export function plainChoiceLabelOf(field: Labelled, choice: string): string {
  return field.labels?.[choice] ?? inWords(choice)
}
