import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const tag = 'Inbox'

/** When a kind of news also comes by email. */
export const emailTimes = ['never', 'now', 'daily'] as const
export type EmailTime = (typeof emailTimes)[number]

/** Items that one call answers with. */
export const inboxPage = 30

const item = z
  .object({
    id: z.int(),
    kind: z.string(),
    title: z.string(),
    detail: z.nullable(z.string()),
    /** How often it came since it was last read. */
    times: z.int(),
    resource: z.nullable(z.string()),
    recordId: z.nullable(z.int()),
    path: z.nullable(z.string()),
    createdAt: z.string(),
    isRead: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'InboxItem' })
export type InboxItem = z.output<typeof item>

const page = z
  .object({
    items: z.array(item),
    unread: z.int(),
    /** What to send as `before` for the items before these. */
    next: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'InboxPage' })

const unread = z.object({ unread: z.int() }).register(z.globalRegistry, { id: 'InboxUnread' })

const choice = z
  .object({
    kind: z.string(),
    label: z.string(),
    isShown: z.boolean(),
    email: z.enum(emailTimes),
  })
  .register(z.globalRegistry, { id: 'InboxChoice' })
export type InboxChoice = z.output<typeof choice>

export const readInbox = defineEndpoint('GET /rest/data/inbox', {
  summary: 'The news of the caller, newest first',
  access: 'signed-in',
  tag,
  query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(60))) }),
  output: page,
})

export const countUnread = defineEndpoint('GET /rest/data/inbox/unread', {
  summary: 'How much of it the caller has not read',
  access: 'signed-in',
  tag,
  output: unread,
})

export const markRead = defineEndpoint('POST /rest/data/inbox/read', {
  summary: 'Mark items as read or unread, or everything up to an item as read',
  access: 'signed-in',
  tag,
  bodyLimit: 8_192,
  input: z
    .strictObject({
      ids: z.optional(
        z
          .array(z.int().check(z.positive()), { error: () => t('Send the ids as a list.') })
          .check(z.maxLength(200, { error: () => t('At most 200 items at a time.') })),
      ),
      upTo: z.optional(z.int({ error: () => t('Send the id of an item.') }).check(z.positive())),
      isRead: z.optional(z.boolean()),
    })
    .register(z.globalRegistry, { id: 'InboxRead' }),
  output: unread,
})

export const readChoices = defineEndpoint('GET /rest/data/inbox/choices', {
  summary: 'Where each kind of news reaches the caller: in the inbox, by email at once or once a day',
  access: 'signed-in',
  tag,
  output: z.array(choice),
})

export const chooseNotices = defineEndpoint('PUT /rest/data/inbox/choices', {
  summary: 'Choose where one kind of news reaches the caller',
  access: 'signed-in',
  tag,
  input: z
    .strictObject({
      kind: z.string({ error: () => t('Send a kind of notice.') }).check(z.maxLength(64)),
      isShown: z.boolean({ error: () => t('In the inbox must be true or false.') }),
      email: z.enum(emailTimes, { error: () => t('Email must be never, now or daily.') }),
    })
    .register(z.globalRegistry, { id: 'InboxChoiceChange' }),
  output: z.array(choice),
})
