import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { refusalReasons } from './resolver/resolver.ts'

/** Rows of one call. */
const maxResolved = 10_000

const rawText = (max: number) =>
  z
    .string({ error: () => t('This must be text.') })
    .check(z.maxLength(max, { error: () => t('This can have at most {max} characters.', { max }) }))
const id = z.optional(z.nullable(z.int({ error: () => t('An id must be a whole number.') })))

const rawRow = z.strictObject(
  { section: rawText(1_000), row: z.optional(z.nullable(rawText(200))) },
  // Other faults of a row, such as a field that it has not, are named by the call itself.
  { error: ({ code }) => (code === 'invalid_type' ? t('A row is an object with a section.') : undefined) },
)

const resolvedRow = z.object({
  sectionId: z.nullable(z.int()),
  sectionCode: z.nullable(z.string()),
  sectionName: z.nullable(z.string()),
  /** As the manifest writes it. */
  row: z.nullable(z.string()),
  ruleId: z.nullable(z.int()),
  method: z.nullable(z.enum(['exact', 'code', 'rule', 'decision', 'words', 'abbreviation', 'number'])),
  /** From 0 to 1. */
  confidence: z.number(),
  /** True where the text is placed nowhere; `reason` says why. */
  isRefused: z.boolean(),
  reason: z.nullable(z.enum(refusalReasons)),
  /** Every step, in words. */
  trace: z.array(z.string()),
})
export type ResolvedRow = z.output<typeof resolvedRow>

export const resolveSections = defineEndpoint('POST /rest/data/venue-configurations/:id/resolve', {
  summary: 'Find the sections and rows that raw texts mean in a venue configuration, storing nothing',
  access: ['places', 'ui'],
  tag: 'Venue configurations',
  params: idParams,
  // As many rows as one call takes, each with the longest texts.
  bodyLimit: 32 * 1024 * 1024,
  input: z.strictObject({
    rows: z
      .array(rawRow, {
        error: () => t('Send the rows as a list.'),
      })
      .check(z.maxLength(maxResolved, { error: () => t('At most {max} rows at a time.', { max: maxResolved }) })),
    providerId: id,
    performanceId: id,
  }),
  output: z.array(resolvedRow),
})
