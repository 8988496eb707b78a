import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { changeKinds } from './notice-texts.ts'
import { idList } from './schedule.endpoints.ts'

const language = z.object({
  locale: z.string(),
  purchases: z.int(),
  subject: z.string(),
  text: z.string(),
  /** False when there is no template in the language and the English one is used. */
  isTranslated: z.boolean(),
  /** One of the customers, with a masked address and their values for the placeholders; invented for those who can't see purchases. */
  sample: z.object({ to: z.string(), values: z.record(z.string(), z.string()) }),
})
export type NoticeLanguage = z.output<typeof language>

export const readNotices = defineEndpoint('GET /rest/data/performances/notices', {
  summary: 'Read the messages about changes to performances: how many in which language, and what each would say',
  access: ['performances', 'ui'],
  tag: 'Performances',
  query: z.object({ changes: idList }),
  output: z.object({ purchases: z.int(), performances: z.int(), languages: z.array(language) }),
})

const change = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  reason: z.string(),
  state: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  purchases: z.int(),
  told: z.int(),
})
export type ScheduleChange = z.output<typeof change>

export const listScheduleChanges = defineEndpoint('GET /rest/data/performances/:id/changes', {
  summary:
    'Read how a performance was rescheduled or cancelled after tickets were sold, and whether customers were notified',
  access: ['performances', 'ui'],
  tag: 'Performances',
  params: idParams,
  output: z.object({ changes: z.array(change) }),
})

const textOf = (most: number, problem: () => string) =>
  z
    .string({ error: problem })
    .check(
      z.trim(),
      z.minLength(1, { error: problem }),
      z.maxLength(most, { error: () => t('At most {most} letters.', { most }) }),
    )

export const decideNotices = defineEndpoint('POST /rest/data/performances/notices', {
  summary: 'Tell the customers of changes by email, each purchase once; or put it off, or leave it',
  access: ['performances', 'write'],
  tag: 'Performances',
  input: z.strictObject({
    changes: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }))
      .check(
        z.minLength(1, { error: () => t('Send the ids of the changes.') }),
        z.maxLength(500, { error: () => t('At most 500 changes at a time.') }),
      ),
    decision: z.enum(['now', 'later', 'never'], { error: () => t('Send now, later or never.') }),
    /** By language, when customers are notified now. `{event}` and the like are filled in for each purchase. */
    texts: z.optional(
      z
        .array(
          z.strictObject({
            locale: z.string(),
            subject: textOf(200, () => t('Write a subject.')),
            text: textOf(4_000, () => t('Write the message.')),
          }),
        )
        .check(z.maxLength(100, { error: () => t('At most 100 languages at a time.') })),
    ),
  }),
  output: z.object({ purchases: z.int() }),
})
