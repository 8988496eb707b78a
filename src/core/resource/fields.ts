import { t } from '../i18n/language.ts'
import type { ResourceName } from './resource-name.ts'

/**
 * The kinds of field. Each layer (column, schema, operators, cell, input, sample) covers every kind in its own table
 * that `satisfies KindTable<…>`, and nothing else can branch on a kind's name: so a new kind does not compile until
 * every layer has said what it does with it.
 */
type FieldKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'percent'
  | 'money'
  | 'boolean'
  | 'date'
  | 'time'
  | 'instant'
  | 'select'
  | 'choices'
  | 'words'
  | 'ref'
  | 'refs'
  | 'rows'

/** Options that every kind takes. */
export interface CommonOptions {
  /** Shown above the input and in the column's head; by default the key in words (`startsOn` → "Starts on"). */
  label?: string
  /** One sentence under the input. */
  help?: string
  /** Must have a value: NOT NULL in the table, refused with 422 when absent. */
  required?: boolean
  /** No two records share the value (case-folded for text). */
  unique?: boolean
  /**
   * Stored, but only ever written by the server; a client can send it back unchanged. `moving` where the server keeps it up
   * without a new version of the record, as with a counter: a client that sends back the version that is stored can send back
   * an older value with it.
   */
  readOnly?: boolean | 'moving'
  /**
   * Not stored: computed by the SQL expression that the resource's server part gives under this key. `indexed` where an
   * index has its order (src/app/list-plans.test.ts), so that a list of any length can be sorted by it.
   */
  derived?: boolean | 'indexed'
  /** Text that readers of other languages need in theirs. */
  translatable?: boolean
  /**
   * Personal data: kept out of the audit and of drafts that outlive a session. An email address or phone number is
   * also masked wherever the record travels, until a user who can write gives a reason.
   */
  personal?: boolean
}

/** Carries the value's type; no field has this key at run time. */
export interface Typed<V> {
  readonly '~value'?: V
}

/** @public The compiler writes it into the type of every definition. */
export interface Of<K extends FieldKind> extends CommonOptions {
  readonly kind: K
}

export interface TextOptions extends CommonOptions {
  /** Characters; 255 by default. */
  max?: number
  min?: number
  /** The form a value must have, with the sentence that says so. */
  pattern?: RegExp
  patternHint?: string
  format?: 'email' | 'url' | 'slug' | 'phone' | 'ipAddress' | 'timeZone' | 'currency' | 'locale'
  /** Letter case the value is stored in. */
  case?: 'upper' | 'lower'
  /** How the console writes a value that is a name for programs. */
  shownAs?: (value: string) => string
  initial?: string
}
export interface LongTextOptions extends CommonOptions {
  max?: number
  /** Headings, lists, emphasis, links and images, kept as canonical HTML; `max` counts that. */ format?: 'richText'
  /** Rich text whose headings are questions and all else their answers. */ layout?: 'questions'
}
export interface NumberOptions extends CommonOptions {
  min?: number
  max?: number
  initial?: number
}
export interface DecimalOptions extends NumberOptions {
  /** Digits after the point; 6 by default. */ scale?: number
}
export interface MoneyOptions extends CommonOptions {
  /** The key of the field beside it that contains the ISO 4217 code. */
  currency: string
  min?: number
  max?: number
}
export interface InstantOptions extends CommonOptions {
  /** The key of the field beside it that contains the IANA zone in which people read and write the moment. */
  zone?: string
}
export interface BooleanOptions extends CommonOptions {
  initial?: boolean
}
export interface SelectOptions<C extends string = string> extends CommonOptions {
  initial?: C
  /** Words for the choices where the value itself does not read well. */
  labels?: Partial<Record<C, string>>
  /** How a choice is coloured in lists. */
  tones?: Partial<Record<C, Tone>>
}
export interface RefOptions extends CommonOptions {
  max?: number
}
export interface RowsOptions extends CommonOptions {
  max?: number
}

/** A state's meaning at a glance; never colour alone, the word is always there. */
export type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad'

export interface FieldOf {
  text: Of<'text'> & TextOptions
  longText: Of<'longText'> & LongTextOptions
  integer: Of<'integer'> & NumberOptions
  decimal: Of<'decimal'> & DecimalOptions
  percent: Of<'percent'> & NumberOptions
  money: Of<'money'> & MoneyOptions
  boolean: Of<'boolean'> & BooleanOptions
  date: Of<'date'> & CommonOptions
  time: Of<'time'> & CommonOptions
  instant: Of<'instant'> & InstantOptions
  select: Of<'select'> & SelectOptions & { readonly choices: readonly string[] }
  choices: Of<'choices'> & SelectOptions & { readonly choices: readonly string[] }
  words: Of<'words'> & { max?: number; format?: 'email' | 'locale' }
  ref: Of<'ref'> & RefOptions & { readonly to: string }
  refs: Of<'refs'> & RefOptions & { readonly to: string }
  rows: Of<'rows'> & RowsOptions & { readonly of: Readonly<Record<string, AnyField>> }
}
export type AnyField = FieldOf[FieldKind]
export type Fields = Readonly<Record<string, AnyField>>

/** One layer's answer for each kind. */
export type KindTable<Args extends readonly unknown[], Result> = {
  readonly [K in FieldKind]: (field: FieldOf[K], ...args: Args) => Result
}

/**
 * Asks a layer's table about a field. The one place that has to assure the compiler that kind and field belong
 * together.
 */
export function ask<Args extends readonly unknown[], Result>(
  table: KindTable<Args, Result>,
  field: AnyField,
  ...args: Args
): Result {
  const answer = table[field.kind] as (field: AnyField, ...args: Args) => Result
  return answer(field, ...args)
}

type Held<O, V> = O extends { required: true } ? V : V | null
type Made<K extends FieldKind, O, V> = FieldOf[K] & O & Typed<Held<O, V>>

function made<K extends FieldKind, O, V>(kind: K, options: object): Made<K, O, V> {
  return { kind, ...options } as unknown as Made<K, O, V>
}

const none = {}

/** One line of text. */
export function text<const O extends TextOptions>(options?: O): Made<'text', O, string> {
  return made('text', options ?? none)
}
/** Text of several lines, at most 64 KiB. */
export function longText<const O extends LongTextOptions>(options?: O): Made<'longText', O, string> {
  return made('longText', options ?? none)
}
/** A whole number of 32 bits. */
export function integer<const O extends NumberOptions>(options?: O): Made<'integer', O, number> {
  return made('integer', options ?? none)
}
/** A number with a fixed count of digits after the point: coordinates, exchange rates. Never money. */
export function decimal<const O extends DecimalOptions>(options?: O): Made<'decimal', O, number> {
  return made('decimal', options ?? none)
}
/** A share in basis points: 1250 is 12.5 %. */
export function percent<const O extends NumberOptions>(options?: O): Made<'percent', O, number> {
  return made('percent', options ?? none)
}
/** An amount in minor units of the currency in the field named by `currency`. */
export function money<const O extends MoneyOptions>(options: O): Made<'money', O, number> {
  return made('money', options)
}
/** Yes or no; never unknown. */
export function boolean<const O extends BooleanOptions>(options?: O): FieldOf['boolean'] & O & Typed<boolean> {
  return made<'boolean', O & { required: true }, boolean>('boolean', { ...options, required: true })
}
/** A calendar day without a time or zone: `2026-06-01`. */
export function date<const O extends CommonOptions>(options?: O): Made<'date', O, string> {
  return made('date', options ?? none)
}
/** A wall-clock time without a zone: `19:30`. */
export function time<const O extends CommonOptions>(options?: O): Made<'time', O, string> {
  return made('time', options ?? none)
}
/** A moment, in UTC on the wire: `2026-06-01T17:30:00.000Z`. */
export function instant<const O extends InstantOptions>(options?: O): Made<'instant', O, string> {
  return made('instant', options ?? none)
}
/** One of a closed list. */
export function select<const C extends string, const O extends SelectOptions<NoInfer<C>>>(
  choices: readonly C[],
  options?: O,
): Made<'select', O, C> & { readonly choices: readonly C[] } {
  return made<'select', O, C>('select', { ...options, choices }) as Made<'select', O, C> & {
    readonly choices: readonly C[]
  }
}
/** Any number of a closed list. */
export function choices<const C extends string, const O extends SelectOptions<NoInfer<C>>>(
  of: readonly C[],
  options?: O,
): FieldOf['choices'] & O & Typed<readonly C[]> {
  return made<'choices', O & { required: true }, readonly C[]>('choices', { ...options, choices: of, required: true })
}
/** Any number of short free words: tags, email domains. */
export function words<const O extends Omit<FieldOf['words'], 'kind'>>(
  options?: O,
): FieldOf['words'] & O & Typed<readonly string[]> {
  return made<'words', O & { required: true }, readonly string[]>('words', { ...options, required: true })
}
interface Named {
  readonly name: string
}
const targetOf = (to: ResourceName | Named) => (typeof to === 'string' ? to : to.name)

/** Points at one record of another resource; travels as `cityId` with a read-only `city: { id, title }`. */
export function ref<const O extends RefOptions>(to: ResourceName | Named, options?: O): Made<'ref', O, number> {
  return made('ref', { ...options, to: targetOf(to) })
}
/** Points at any number of records of another resource. */
export function refs<const O extends RefOptions>(
  to: ResourceName | Named,
  options?: O,
): FieldOf['refs'] & O & Typed<readonly number[]> {
  return made<'refs', O & { required: true }, readonly number[]>('refs', {
    ...options,
    to: targetOf(to),
    required: true,
  })
}
/** A short list of sub-rows that have no life of their own. */
export function rows<const F extends Fields, const O extends RowsOptions>(
  of: F,
  options?: O,
): FieldOf['rows'] & O & Typed<readonly { [K in keyof F]: ValueOf<F[K]> }[]> {
  return made<'rows', O & { required: true }, readonly { [K in keyof F]: ValueOf<F[K]> }[]>('rows', {
    ...options,
    of,
    required: true,
  })
}

/** The type of a field's value. */
export type ValueOf<F> = F extends Typed<infer V> ? Exclude<V, undefined> : unknown

/** A field's name for people, in their language: its label, else its key in words. */
export function labelOf(key: string, field: CommonOptions): string {
  return t(plainLabelOf(key, field))
}

/** The same in the language of the definition, for files that programs read and for the catalogue of translations. */
export function plainLabelOf(key: string, field: CommonOptions): string {
  if (field.label) return field.label
  const plain = key.replace(/([^aeiou])yIds$/, '$1ies').replace(/Ids?$/, (suffix) => (suffix === 'Ids' ? 's' : ''))
  const spaced = plain.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** `city` for `cityId`, `cities` for `cityIds`: the key under which a reference's record travels. */
export function refKey(key: string): string {
  return key.replace(/yIds$/, 'ies').replace(/Id(s?)$/, '$1')
}

/** `starts_on` for `startsOn`. */
export function columnOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** True when a client can set the field. */
export function isWritable(field: AnyField): boolean {
  return !field.readOnly && !field.derived
}
