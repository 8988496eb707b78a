import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { reasonInput, reasonText } from '../../core/access/reason.ts'
import { idParams } from '../../core/http/path-params.ts'

const base = '/rest/data/users/user/:id'
const tag = 'Customers'
const writing = ['users', 'write'] as const

const session = z.object({
  id: z.int(),
  device: z.string(),
  /** ISO 3166-1 code of the country it was last used from, if known. */
  country: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Set while a staff member is viewing the account: who, and why. */
  openedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

const customerDetails = z.object({
  id: z.int(),
  /** One entry per currency. Null for callers who cannot see purchases. */
  spent: z.nullable(
    z.array(
      z.object({
        currency: z.string(),
        purchases: z.int(),
        captured: z.int(),
        refunded: z.int(),
        /** What banks took back in disputes that we lost. */
        chargedBack: z.int(),
        disputes: z.int(),
      }),
    ),
  ),
  /** Open ones, last used first. */
  sessions: z.array(session),
})
export type CustomerDetails = z.output<typeof customerDetails>

export const readCustomerDetails = defineEndpoint(`GET ${base}/details`, {
  summary: 'Read what a customer has spent and where they are signed in',
  access: ['users', 'ui'],
  params: idParams,
  output: customerDetails,
  tag,
})

export const endCustomerSessions = defineEndpoint(`POST ${base}/sessions/end`, {
  summary: 'Sign a customer out of one session or of all',
  access: writing,
  params: idParams,
  tag,
  output: z.object({ ended: z.int() }),
  input: z.strictObject({
    /** All of them when it is left out. */
    sessionId: z.optional(z.int({ error: () => t('Send the session’s id.') })),
  }),
})

export const anonymiseCustomer = defineEndpoint(`POST ${base}/anonymise`, {
  summary: 'Forget who a customer is, for good; orders and fiscal documents stay',
  access: writing,
  params: idParams,
  tag,
  asksProof: true,
  input: reasonInput,
  output: z.object({ id: z.int() }),
})

export const exportCustomer = defineEndpoint(`POST ${base}/data`, {
  summary: 'Export everything about one customer: a ZIP with JSON, CSV and the PDFs of invoices',
  access: ['users', 'export'],
  also: [
    ['users', 'ui'],
    ['purchases', 'ui'],
  ],
  params: idParams,
  tag,
  asksProof: true,
  input: reasonInput,
  produces: 'application/zip',
  output: z.string(),
})

/**
 * A GET because the specification says so, yet it creates something: so it only works with an X-Token, which no link,
 * image or prefetching browser sends, and what it creates has no effect until it is opened.
 */
export const makeCustomerSignIn = defineEndpoint(`GET ${base}/signin`, {
  summary: 'Make a link that shows an account as its customer sees it, read-only; works once, within 60 seconds',
  access: ['users', 'impersonate'],
  also: [writing],
  params: idParams,
  tag,
  query: z.strictObject({ reason: reasonText }),
  output: z.object({
    /** The page to open; the token is in its fragment, which no server and no log ever sees. */
    url: z.string(),
    token: z.string(),
    expiresAt: z.string(),
    impersonation: z.literal(true),
    readOnly: z.literal(true),
  }),
})

/** The calls of the page that such a link opens. They authenticate by the token in the body or in X-Customer-View. */
export const openCustomerView = defineEndpoint('POST /rest/customer-view/session', {
  summary: 'Use a sign-in link up; answers with the secret of a read-only session of at most 15 minutes',
  access: 'public',
  asksProof: true,
  tag: 'Customer view',
  bodyLimit: 4 * 1024,
  input: z.strictObject({
    token: z
      .string({ error: () => t('Send the token of the link.') })
      .check(z.minLength(1, { error: () => t('Send the token of the link.') })),
  }),
  output: z.object({ session: z.string(), expiresAt: z.string() }),
})

const order = z.object({
  reference: z.string(),
  kind: z.enum(['product', 'event']),
  title: z.string(),
  contents: z.string(),
  status: z.string(),
  travelDate: z.string(),
  localTime: z.nullable(z.string()),
  total: z.int(),
  refunded: z.int(),
  currency: z.string(),
  createdAt: z.string(),
})

export const readCustomerView = defineEndpoint('GET /rest/customer-view/account', {
  summary: 'Read an account as its customer sees it, in a session that a sign-in link opened',
  access: 'public',
  asksProof: true,
  tag: 'Customer view',
  headers: { 'X-Customer-View': 'The secret of the session' },
  output: z.object({
    impersonation: z.literal(true),
    readOnly: z.literal(true),
    openedBy: z.string(),
    reason: z.string(),
    expiresAt: z.string(),
    account: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      isVerified: z.boolean(),
      phone: z.nullable(z.string()),
      country: z.nullable(z.string()),
      locale: z.string(),
      agreedToMarketing: z.boolean(),
      createdAt: z.string(),
    }),
    orders: z.array(order),
  }),
})
export type CustomerView = z.output<typeof readCustomerView.output & {}>

export const closeCustomerView = defineEndpoint('POST /rest/customer-view/close', {
  summary: 'End the session that a sign-in link opened, if there still is one',
  access: 'public',
  tag: 'Customer view',
  headers: { 'X-Customer-View': 'The secret of the session' },
  output: z.object({}),
})
