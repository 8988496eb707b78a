import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { shownStatuses } from '../../platform/translations/store/translatable.ts'

const tag = 'Translations'
/** Texts on one page of the queue. */
export const pageSize = 50
/** No one pages beyond this depth: filters are faster. */
export const deepest = 2_000
/** Texts in one file, which one call can take in again. */
export const maxInFile = 1_000
/** Bytes of such a file: what a slow line sends in the time of one call. */
export const maxBytes = 1_500_000
/** Texts that are approved by one call. */
const maxApproved = 200

const counts = z.object({
  machine: z.int(),
  draft: z.int(),
  in_review: z.int(),
  approved: z.int(),
  /** Of these, how many readers get: approved ones, and a machine’s where the language publishes them. */
  public: z.int(),
  outdated: z.int(),
})

/** How many texts a field has in all records, and how far each language is with them. */
const fieldCounts = z.object({
  resource: z.string(),
  field: z.string(),
  total: z.int(),
  locales: z.record(z.string(), counts),
})
export type FieldCounts = z.output<typeof fieldCounts>

export const readCompleteness = defineEndpoint('GET /rest/data/translations/completeness', {
  summary: 'Count the texts of every resource by language and status, addresses left out',
  access: ['translations', 'ui'],
  tag,
  output: z.object({
    sourceLocale: z.string(),
    locales: z.array(
      z.object({ id: z.int(), code: z.string(), name: z.string(), nativeName: z.string(), isOnSite: z.boolean() }),
    ),
    fields: z.array(fieldCounts),
  }),
})
export type Counted = z.output<typeof readCompleteness.output & {}>

const unit = z.object({
  /** The translation's id; null if there is none. */
  id: z.nullable(z.int()),
  resource: z.string(),
  recordId: z.int(),
  title: z.string(),
  field: z.string(),
  locale: z.string(),
  status: z.enum(shownStatuses),
  source: z.string(),
  text: z.nullable(z.string()),
  translator: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** Orders of the last 90 days of what the text is about: how much a good text is worth. */
  orders: z.int(),
  /** The assigned translator. */
  assignee: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Placeholders and links of the source that are missing or extra; null if there are none. */
  problem: z.nullable(z.string()),
  /** Numbers, amounts, percentages and dates in which the text and its source differ; null when in none. */
  warning: z.nullable(z.string()),
})
export type Unit = z.output<typeof unit>

const list = (says: () => string) => z.optional(z.string({ error: says }).check(z.maxLength(400, { error: says })))

const unitFilters = {
  /** BCP 47 tags, separated by commas; by default every language that is published or in preparation. */
  locale: list(() => t('Send the languages’ tags, separated by commas.')),
  /** Resources, separated by commas; by default every one that the caller can see. */
  resource: list(() => t('Separate the resources with commas.')),
  field: list(() => t('Separate the fields with commas.')),
  /** Statuses, separated by commas. Default: missing and outdated; with a translator, all of them. */
  status: list(() => t('Separate the statuses with commas.')),
  /** The id of the staff member who last wrote the text, or `me`. */
  translator: z.optional(
    z.string().check(z.regex(/^(me|[1-9][0-9]{0,14})$/, { error: () => t('Send me, or a person’s id.') })),
  ),
  /** Matches the record's title, its source or its translation. */
  q: z.optional(z.string().check(z.maxLength(100, { error: () => t('Search for 100 characters at most.') }))),
  /** The assignee's id, `me`, or `none` for unassigned. With an assignee, outdated texts come first. */
  assignee: z.optional(
    z.string().check(z.regex(/^(me|none|[1-9][0-9]{0,14})$/, { error: () => t('Send me, none, or a person’s id.') })),
  ),
}

export const listUnits = defineEndpoint('GET /rest/data/translations', {
  summary: 'List texts in other languages, best-selling records first: missing and outdated ones by default',
  access: ['translations', 'ui'],
  tag,
  query: z.object({
    ...unitFilters,
    offset: z.optional(
      z
        .string()
        .check(
          z.regex(/^(0|[1-9][0-9]{0,3})$/, { error: () => t('The offset must be below {deepest}.', { deepest }) }),
        ),
    ),
  }),
  output: z.object({ units: z.array(unit), hasMore: z.boolean() }),
})

export const approveUnits = defineEndpoint('POST /rest/data/translations/approve', {
  summary: 'Approve translations; those that do not fit their source are refused in words',
  access: ['translations', 'write'],
  tag,
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Send the translations’ ids.') }), {
        error: () => t('Send the translations’ ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Send at least one translation.') }),
        z.maxLength(maxApproved, { error: () => t('At most {maxApproved} at once.', { maxApproved }) }),
      ),
  }),
  output: z.object({ approved: z.int(), refused: z.array(z.object({ id: z.int(), message: z.string() })) }),
})

/** Texts that one call can assign. */
const maxAssigned = 200

const translator = z.object({
  id: z.int(),
  name: z.string(),
  /** Texts can be assigned to them. */
  mayTranslate: z.boolean(),
  /** True if they have written existing texts. */
  hasWritten: z.boolean(),
})
export type Translator = z.output<typeof translator>

export const listTranslators = defineEndpoint('GET /rest/data/translations/translators', {
  summary: 'List the people who can be assigned texts, and those who once wrote some',
  access: ['translations', 'ui'],
  tag,
  output: z.array(translator),
})

export const assignUnits = defineEndpoint('POST /rest/data/translations/assign', {
  summary: 'Assign a translator to texts, or none. Missing texts can be assigned too',
  access: ['translations', 'write'],
  tag,
  input: z.strictObject({
    units: z
      .array(
        z.strictObject({
          resource: z.string(),
          recordId: z.int({ error: () => t('Every id must be a whole number.') }),
          field: z.string(),
          locale: z.string(),
        }),
        { error: () => t('Send each text’s resource, recordId, field and locale.') },
      )
      .check(
        z.minLength(1, { error: () => t('Send at least one text.') }),
        z.maxLength(maxAssigned, { error: () => t('At most {most} at once.', { most: maxAssigned }) }),
      ),
    assigneeId: z.nullable(z.int({ error: () => t('Send the person’s id, or null for no one.') })),
  }),
  /** How many have another person now. */
  output: z.object({ assigned: z.int() }),
})

/** Texts that are counted for files; beyond that, filters make smaller ones. */
export const maxCounted = 20 * maxInFile

const exportFormats = ['xliff', 'csv'] as const
export const mediaTypes = { xliff: 'application/xliff+xml', csv: 'text/csv' } as const

export const exportUnits = defineEndpoint('GET /rest/data/translations/export', {
  summary: `Download what filters let through as XLIFF 2.1 (one language) or CSV, up to ${maxInFile} at once; X-Total-Count says how many there are`,
  answers: ['X-Total-Count', 'X-Total-Count-Kind', 'X-Next-Cursor'],
  access: ['translations', 'export'],
  also: [['translations', 'ui']],
  tag,
  produces: Object.values(mediaTypes),
  output: z.string(),
  query: z.object({
    ...unitFilters,
    format: z.enum(exportFormats, { error: () => t('The format is xliff or csv.') }),
    /** Where the file begins: the X-Next-Cursor of the one before. */
    cursor: z.optional(
      z.string().check(z.regex(/^(0|1?[0-9]{1,4})$/, { error: () => t('Send the X-Next-Cursor of the file before.') })),
    ),
    // Asked for until November 2026. Without a refusal the same texts would come again.
    part: z.optional(z.never({ error: () => t('Send cursor instead: the X-Next-Cursor of the file before.') })),
  }),
})

const verdict = z.object({
  /** Its position in the file, starting from 1. */
  place: z.int(),
  resource: z.string(),
  recordId: z.nullable(z.int()),
  title: z.nullable(z.string()),
  field: z.string(),
  locale: z.string(),
  verdict: z.enum(['same', 'new', 'changed', 'refused']),
  message: z.nullable(z.string()),
  /** A warning about a text that is accepted: numbers, amounts and dates that differ from its source. */
  warning: z.nullable(z.string()),
  text: z.string(),
})
export type Verdict = z.output<typeof verdict>

export const importUnits = defineEndpoint('POST /rest/data/translations/import', {
  summary: 'Check every text of an XLIFF or CSV file; with `apply`, save them all if none is refused',
  access: ['translations', 'write'],
  tag,
  // A third more for Base64, plus what is sent beside the file.
  bodyLimit: Math.ceil(maxBytes / 3) * 4 + 1_000,
  input: z.strictObject({
    format: z.enum(exportFormats, { error: () => t('The format is xliff or csv.') }),
    text: z
      .string({ error: () => t('Send the file as text.') })
      .check(z.minLength(1, { error: () => t('The file is empty.') })),
    /** `base64`: the file’s bytes, so that its encoding is detected. Else its text. */
    textEncoding: z.optional(z.enum(['text', 'base64'])),
    /** Without it nothing is written, and the response is a preview. */
    apply: z.boolean({ error: () => t('Send whether to save it.') }),
    /** Skips refused texts and writes the rest. */
    skipRefused: z.optional(z.boolean({ error: () => t('Choose yes or no.') })),
  }),
  output: z.object({
    applied: z.boolean(),
    counts: z.object({ same: z.int(), new: z.int(), changed: z.int(), refused: z.int() }),
    /** Texts that would change, refused ones first. */
    units: z.array(verdict),
  }),
})
export type SentFile = Pick<z.output<typeof importUnits.input & {}>, 'format' | 'text' | 'textEncoding'>
export type ImportReport = z.output<typeof importUnits.output & {}>
