import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'

interface Described {
  /** A text: use `msg`. */
  readonly label: string
  /** What a person cannot guess; a text. */
  readonly hint?: string
}

/** Something that staff can set for a run that they ask for. All of them can be left blank. */
type RunParameter = Described &
  (
    | { readonly kind: 'choice'; readonly options: Readonly<Record<string, string>> }
    | { readonly kind: 'date' }
    | { readonly kind: 'flag' }
    | { readonly kind: 'text'; readonly max: number }
  )
export type RunParameters = Readonly<Record<string, RunParameter>>

type ValueOf<One extends RunParameter> = One extends { readonly kind: 'choice'; readonly options: infer Options }
  ? keyof Options & string
  : One extends { readonly kind: 'flag' }
    ? boolean
    : string

/** What a run is given: what was left blank is not there. */
export type ParameterValues<All extends RunParameters> = { readonly [Key in keyof All]?: ValueOf<All[Key]> }

export type GivenParameters = Readonly<Record<string, string | boolean>>

function schemaOf(parameter: RunParameter) {
  switch (parameter.kind) {
    case 'choice':
      return z.enum(Object.keys(parameter.options), { error: () => t('Choose one of the options.') })
    case 'date':
      return z.iso.date({ error: () => t('Enter a date.') })
    case 'flag':
      return z.boolean({ error: () => t('Enter true or false.') })
    case 'text':
      return z
        .string({ error: () => t('Enter a text.') })
        .check(z.maxLength(parameter.max, { error: () => t('Enter at most {n} characters.', { n: parameter.max }) }))
  }
}

export type CheckedParameters =
  | { readonly values: GivenParameters }
  | { readonly faults: Readonly<Record<string, string>> }

/** Reads what was set for a run: the values that are not blank, or a sentence for each that is wrong. */
export function checkParameters(
  parameters: RunParameters,
  given: Readonly<Record<string, unknown>>,
): CheckedParameters {
  const faults: Record<string, string> = {}
  const values: Record<string, string | boolean> = {}
  for (const [key, value] of Object.entries(given)) {
    if (value === '' || value === null || value === undefined || value === false) continue
    const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined
    if (!parameter) faults[key] = t('This worker has no parameter {name}.', { name: key })
    else {
      const read = z.safeParse(schemaOf(parameter), value)
      if (read.success) values[key] = read.data
      else faults[key] = read.error.issues[0]?.message ?? t('Check this value.')
    }
  }
  return Object.keys(faults).length > 0 ? { faults } : { values }
}
