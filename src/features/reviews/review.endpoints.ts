import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { reasonInput, reasonText } from '../../core/access/reason.ts'
import { idParams } from '../../core/http/path-params.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import { ifMatch, recordSchema } from '../../core/calls/resource-endpoints.ts'
import { contradictions, riskCodes } from './review-risk.ts'
import type { RiskCode } from './review-risk.ts'
import { rejectionReasons, steps } from './review-rules.ts'
import type { Reviews } from './reviews.ts'

const params = idParams
const count = z.int()

/** A subject's rating from its approved reviews. `stars` has the counts from one star to five. */
const totals = z
  .object({ subjectId: z.int(), count, average: z.nullable(z.number()), stars: z.array(count) })
  .register(z.globalRegistry, { id: 'ReviewTotals' })
export type ReviewTotals = z.output<typeof totals>

/** Details of the purchase behind a review. Its reference and id are only for callers who can see purchases. */
const purchase = z
  .object({
    id: z.nullable(z.int()),
    reference: z.nullable(z.string()),
    kind: z.enum(['product', 'event']),
    title: z.string(),
    line: z.nullable(z.object({ position: z.int(), title: z.string(), quantity: z.int() })),
    bookingStatus: z.string(),
    purchasedAt: z.string(),
    travelDate: z.string(),
    isOfSubject: z.boolean(),
    /** Whether it was bought with the author’s email address; null where the review has none. */
    isSameEmail: z.nullable(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'ReviewPurchase' })
export type ReviewPurchase = z.output<typeof purchase>

const evidence = z
  .object({
    purchase: z.nullable(purchase),
    contradictions: z.array(z.enum(contradictions)),
    totals,
    /** Other reviews that came from the same author’s address. */
    otherReviews: count,
  })
  .register(z.globalRegistry, { id: 'ReviewEvidence' })
export type ReviewEvidence = z.output<typeof evidence>

const neighbour = z
  .object({
    resource: z.string(),
    id: z.int(),
    headline: z.string(),
    authorName: z.string(),
    rating: z.int(),
    status: z.string(),
    submittedAt: z.string(),
    subject: z.string(),
    /** Letters in common, from 0 to 1. */
    similarity: z.number(),
  })
  .register(z.globalRegistry, { id: 'ReviewNeighbour' })
export type ReviewNeighbour = z.output<typeof neighbour>

const forensics = z
  .object({
    score: z.int(),
    reasons: z.array(z.object({ code: z.enum(riskCodes as [RiskCode, ...RiskCode[]]), points: z.int() })),
    copies: count,
    similar: count,
    similarity: z.number(),
    /** The days around, in UTC, with the reviews that the subject got. */
    day: z.string(),
    onDay: count,
    usual: z.number(),
    days: z.array(z.object({ day: z.string(), count })),
    addressPrefix: z.nullable(z.string()),
    fromNetwork: count,
    byAuthor: count,
    texts: z.array(neighbour),
    network: z.array(neighbour),
  })
  .register(z.globalRegistry, { id: 'ReviewForensics' })
export type ReviewForensics = z.output<typeof forensics>

const place = z
  .int({ error: () => t('Send positions in the text as whole numbers.') })
  .check(z.nonnegative({ error: () => t('Send positions in the text as whole numbers.') }))

const redaction = z
  .strictObject({
    field: z.enum(['title', 'body'], { error: () => t('Choose the title or the body.') }),
    from: place,
    to: place,
    /** The current text of the passage, so that a redaction by someone else in the meantime does not move the cut. */
    passage: z
      .string({ error: () => t('Repeat the passage to redact.') })
      .check(z.minLength(1, { error: () => t('Choose a passage to redact.') }), z.maxLength(5_000)),
    reason: reasonText,
  })
  .register(z.globalRegistry, { id: 'Redaction' })

/** The endpoints for reviews, besides those derived from their definition. */
export function callsOf({ resource, subjectKey }: Reviews) {
  const base = basePathOf(resource)
  const [one, many] = [inSentence(resource.label[0]), resource.label[1]]
  const { object } = resource.access
  const reading = { access: [object, 'ui'], tag: many } as const
  const writing = { access: [object, 'write'], tag: many, params } as const
  return {
    moderate: defineEndpoint(`POST ${base}/:id/moderate`, {
      ...writing,
      summary: `Decide on one ${one}, or take it back into the queue`,
      output: recordSchema(resource),
      input: z.strictObject({
        step: z.enum(steps, { error: () => t('Send an action: approve, reject, hide, reopen, flag or unflag.') }),
        rejectionReason: z.optional(z.enum(rejectionReasons, { error: () => t('Choose a rejection reason.') })),
      }),
      headers: ifMatch,
      answers: ['ETag'],
    }),
    redact: defineEndpoint(`POST ${base}/:id/redact`, {
      ...writing,
      summary: `Take a passage out of one ${one}; a marker stays in its place and the original is kept`,
      output: recordSchema(resource),
      input: redaction,
      headers: ifMatch,
      answers: ['ETag'],
    }),
    original: defineEndpoint(`POST ${base}/:id/original`, {
      ...writing,
      summary: `Show what stood in one ${one} before it was redacted, for a reason that the audit keeps`,
      input: reasonInput,
      output: z.strictObject({ title: z.nullable(z.string()), body: z.nullable(z.string()) }),
    }),
    evidence: defineEndpoint(`GET ${base}/:id/evidence`, {
      ...reading,
      summary: `Read what speaks for one ${one}: its purchase, and what that contradicts`,
      params,
      output: evidence,
    }),
    forensics: defineEndpoint(`GET ${base}/:id/forensics`, {
      ...reading,
      summary: `Read what one ${one} has in common with others: texts, days and networks`,
      params,
      output: forensics,
    }),
    totals: defineEndpoint(`GET ${base}/totals`, {
      ...reading,
      summary: `Read how subjects are rated by their approved ${many.toLowerCase()}`,
      query: z.object({
        /** Up to 200 ids of subjects, with commas between them. */
        [subjectKey]: z.string({ error: () => t('Send the ids, separated by commas.') }).check(
          z.regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,199}$/, {
            error: () => t('Send up to 200 ids, separated by commas.'),
          }),
        ),
      }),
      output: z.object({ totals: z.array(totals) }),
    }),
  }
}
