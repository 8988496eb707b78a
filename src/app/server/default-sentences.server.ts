import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const types: Readonly<Record<string, () => string>> = {
  string: () => t('Enter text.'),
  number: () => t('Enter a number.'),
  int: () => t('Enter a whole number.'),
  boolean: () => t('Enter true or false.'),
  array: () => t('Send a list.'),
  object: () => t('Send an object.'),
}

const unusable = () => t('This value can’t be used.')

/** What is said of a value that its schema has no sentence for. Without it the library says “Invalid input” of everything. */
function sentenceOf(issue: Issue): string {
  if (issue.input === undefined) return t('This is required.')
  switch (issue.code) {
    case 'invalid_type':
      return (types[issue.expected] ?? unusable)()
    case 'invalid_value':
      return t('Choose one of {values}.', { values: issue.values.map(String).join(', ') })
    case 'too_big':
      return sizeOf(issue, String(issue.maximum), 'most')
    case 'too_small':
      return sizeOf(issue, String(issue.minimum), 'least')
    case 'invalid_format':
      return t('This doesn’t have the right format.')
    default:
      return unusable()
  }
}

interface Bound {
  readonly origin: string
  readonly inclusive?: boolean | undefined
}

/** A bound of a text in characters, of a list in entries, of a number by itself. */
function sizeOf({ origin, inclusive = true }: Bound, n: string, end: 'most' | 'least'): string {
  const isMost = end === 'most'
  if (origin === 'string')
    return isMost ? t('Use at most {n} characters.', { n }) : t('Use at least {n} characters.', { n })
  if (origin === 'array') return isMost ? t('Send at most {n} entries.', { n }) : t('Send at least {n} entries.', { n })
  if (!inclusive) return isMost ? t('Enter less than {n}.', { n }) : t('Enter more than {n}.', { n })
  return isMost ? t('Enter {n} or less.', { n }) : t('Enter {n} or more.', { n })
}

/** To be called before the first call is answered. Sentences are in the language of the call. */
export function sayDefaults(): void {
  z.config({ localeError: sentenceOf })
}
