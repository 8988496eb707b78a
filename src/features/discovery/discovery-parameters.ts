import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'

/** A parameter of the address: what it asks for, how it is written, and an example of it. */
export interface Parameter {
  readonly description: string
  readonly example: string
  /** The sentence for a value that is not written like that. */
  readonly problem: (name: string) => string
  readonly pattern: RegExp
  /** The schema for the documentation if the type is not text, and a name if many calls share the parameter. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** The call is refused without it. */
  readonly isRequired?: boolean
}
export type Parameters = Readonly<Record<string, Parameter>>

/** The id of something that is never merged. */
export function number(of: string): Parameter {
  return { ...id(of), description: `The id of ${of}` }
}

export function id(of: string): Parameter {
  return {
    description: `The id of ${of}. The id of a merged record means the record that it became`,
    example: '1',
    pattern: /^[1-9][0-9]{0,14}$/,
    schema: { type: 'integer', minimum: 1 },
    problem: (name) => t('{name} is an id, such as 12.', { name }),
  }
}

export function sectionId(of: string): Parameter {
  return {
    description: `The id of ${of}: ca- and a number for a category, s- and a number for a subcategory`,
    example: 'ca-1',
    pattern: /^(?:ca|s)-[1-9][0-9]{0,14}$/,
    problem: (name) => t('{name} is the id of a category, such as ca-3, or of a subcategory, such as s-12.', { name }),
  }
}

export const slug: Parameter = {
  description: 'The slug in the language of the answer, or where that has none in the one that it falls back to',
  example: 'madrid',
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  problem: (name) => t('{name} can have lower-case letters, digits and single hyphens.', { name }),
}

export function search(where: string): Parameter {
  return {
    description: `Words that are found in ${where}, at most 100 characters`,
    example: 'real',
    // Neither NUL nor half a character, which no database takes.
    pattern: /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,100}$/u,
    problem: (name) => t('{name} is 1 to 100 readable characters.', { name }),
  }
}

export function oneOf(values: readonly string[], description: string): Parameter {
  return {
    description: `${description}: ${values.join(', ')}`,
    example: values[0] ?? '',
    pattern: new RegExp(`^(?:${values.join('|')})$`),
    schema: { enum: values },
    problem: (name) => t('{name} is one of {values}.', { name, values: values.join(', ') }),
  }
}

/** Several at once, separated by commas. */
export function someOf(values: readonly string[], description: string): Parameter {
  const one = `(?:${values.join('|')})`
  return {
    description: `${description}. One or several, separated by commas: ${values.join(', ')}`,
    example: values[0] ?? '',
    pattern: new RegExp(`^${one}(?:,${one}){0,${values.length - 1}}$`),
    problem: (name) =>
      t('{name} is one or several of {values}, separated by commas.', { name, values: values.join(', ') }),
  }
}

export function day(description: string): Parameter {
  return {
    description: `${description}, as YYYY-MM-DD in the venue’s own calendar`,
    example: '2026-01-31',
    pattern:
      /^(?:(?:20|19)(?:[02468][048]|[13579][26])-02-29|(?:19|20)[0-9]{2}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])))$/,
    problem: (name) => t('{name} is a day that exists, such as 2026-12-31.', { name }),
  }
}

export function amount(description: string): Parameter {
  return {
    description: `${description}, in minor units of the currency that is named beside it`,
    example: '5000',
    pattern: /^(?:0|[1-9][0-9]{0,14})$/,
    schema: { type: 'integer', minimum: 0 },
    problem: (name) => t('{name} is a whole number of minor units, such as 4500 for 45.00 EUR.', { name }),
  }
}

export const currency: Parameter = {
  description: 'Only what is priced in this currency, by its ISO 4217 code',
  example: 'EUR',
  pattern: /^[A-Z]{3}$/,
  problem: (name) => t('{name} is an ISO 4217 code, such as EUR.', { name }),
}

export const country: Parameter = {
  description: 'In this country, by its ISO 3166-1 alpha-2 code',
  example: 'ES',
  pattern: /^[A-Z]{2}$/,
  problem: (name) => t('{name} is an ISO 3166-1 code of two capital letters, such as ES.', { name }),
}

const upTo90 = '-?(?:90(?:\\.0{1,9})?|[1-8]?[0-9](?:\\.[0-9]{1,9})?)'
const upTo180 = '-?(?:180(?:\\.0{1,9})?|(?:1[0-7][0-9]|[1-9]?[0-9])(?:\\.[0-9]{1,9})?)'

export const near: Parameter = {
  description: 'Around this point: latitude and longitude in degrees, separated by a comma',
  example: '40.4168,-3.7038',
  pattern: new RegExp(`^${upTo90},${upTo180}$`),
  problem: (name) => t('{name} is a latitude and a longitude, such as 40.4168,-3.7038.', { name }),
}

export const radius: Parameter = {
  description: 'How far around the point of near, in kilometres from 1 to 500; 10 where it is left out',
  example: '25',
  pattern: /^(?:[1-9]|[1-9][0-9]|[1-4][0-9]{2}|500)$/,
  schema: { type: 'integer', minimum: 1, maximum: 500 },
  problem: (name) => t('{name} is a whole number of kilometres from 1 to 500.', { name }),
}

/** What every list takes. */
export const paging = {
  limit: {
    description: 'Records of a page, 1 to 200; 50 where it is left out',
    example: '20',
    pattern: /^(?:[1-9]|[1-9][0-9]|1[0-9]{2}|200)$/,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50, parameter: 'Limit' },
    problem: (name) => t('{name} is a whole number from 1 to 200.', { name }),
  },
  cursor: {
    description: 'What the page before gave as next; the other parameters stay as they were',
    example: '',
    pattern: /^[A-Za-z0-9_-]{1,400}$/,
    schema: { parameter: 'Cursor' },
    problem: () => t('This cursor belongs to another list. Start again without one.'),
  },
} satisfies Parameters

/** What every call takes. */
export const language = {
  locale: {
    description:
      'The language of the texts, as a BCP 47 tag: the site’s language that it names, or that it names without its regions (es for es-MX); else Accept-Language decides, else the default. What is missing falls back, and is marked',
    example: 'es',
    pattern: /^[A-Za-z0-9-]{1,35}$/,
    schema: { parameter: 'Locale' },
    problem: (name) => t('{name} is a BCP 47 tag, such as es or pt-BR.', { name }),
  },
} satisfies Parameters

const exampleOf = (text: string, schema: Parameter['schema']) => (schema?.['type'] === 'integer' ? Number(text) : text)

/** The schema of a call's parameters. What is not understood is refused by its name, never ignored. */
export function querySchema(parameters: Parameters) {
  const known = Object.keys(parameters)
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const { pattern, problem, description, example, schema, isRequired = false } = parameter
    const text = z
      .string({
        error: ({ input }) => (input === undefined ? problem(name) : t('{name} is given more than once.', { name })),
      })
      .check(z.regex(pattern, { error: () => problem(name) }))
      .register(z.globalRegistry, {
        description,
        ...(example !== '' && { example: exampleOf(example, schema) }),
        ...schema,
      })
    return [name, isRequired ? text : z.optional(text)] as const
  })
  return z.looseObject(Object.fromEntries(entries)).check(({ value, issues }) => {
    for (const name of Object.keys(value)) {
      if (known.includes(name)) continue
      const message = t('{name} is not a parameter of this call. It takes {known}.', {
        name: name.slice(0, 60),
        known: known.join(', '),
      })
      issues.push({ code: 'custom', path: [name.slice(0, 60)], message, input: value[name] })
    }
  })
}
