import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, numberText } from '../../core/http/path-params.ts'
import { draftSchema, ifMatch, recordSchema } from '../../core/calls/resource-endpoints.ts'
import { apiUsers } from './api-users.ts'

const base = '/rest/data/discovery-api-users'
const tag = apiUsers.label[1]
const writing = ['users', 'write'] as const
/** What the specification names takes `write`; commands of our own take this. */
const managing = ['users', 'manage-keys'] as const
const record = recordSchema(apiUsers) as z.ZodMiniObject

/** A key in full; this reply is the only place where it ever is. */
const key = z.string()

export const createApiUser = defineEndpoint(`POST ${base}`, {
  asksProof: true,
  summary: 'Create an API user with a first key, which is shown in this reply and never again',
  access: writing,
  tag,
  status: 201,
  input: draftSchema(apiUsers, true),
  output: z.extend(record, { key }),
  answers: ['ETag', 'Location'],
})

export const updateApiUser = defineEndpoint(`PUT ${base}`, {
  summary: 'Change fields of the API user that the body names by id',
  access: writing,
  tag,
  headers: ifMatch,
  answers: ['ETag'],
  input: z.extend(draftSchema(apiUsers, false) as z.ZodMiniObject, {
    id: z.int({ error: () => t('Send the API user’s id.') }),
  }),
  output: record,
})

const apiKey = z
  .object({
    id: z.int(),
    prefix: z.string(),
    lastFour: z.string(),
    state: z.enum(['active', 'ending', 'ended', 'revoked']),
    createdAt: z.string(),
    createdBy: z.nullable(z.string()),
    expiresAt: z.nullable(z.string()),
    revokedAt: z.nullable(z.string()),
    lastUsedAt: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = defineEndpoint(`GET ${base}/:id/keys`, {
  summary: 'List the keys of an API user, newest first: how they begin and end, and whether they work',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  output: z.array(apiKey),
})

/** Longest time in hours for which the old key goes on working beside the new one. */
const longestOverlap = 168

export const rotateApiKey = defineEndpoint(`POST ${base}/:id/rotate`, {
  asksProof: true,
  summary: 'Make a new key, shown in this reply and never again; the ones before it work on for the overlap',
  access: managing,
  params: idParams,
  tag,
  status: 201,
  input: z.strictObject({
    /** Hours. */
    overlap: z.optional(
      z.int({ error: () => t('The overlap must be a whole number of hours.') }).check(
        z.minimum(0, { error: () => t('The overlap must be 0 hours or more.') }),
        z.maximum(longestOverlap, {
          error: () => t('The overlap is at most {longestOverlap} hours.', { longestOverlap }),
        }),
      ),
    ),
  }),
  output: z.object({ id: z.int(), key, prefix: z.string(), lastFour: z.string(), othersEndAt: z.nullable(z.string()) }),
})

export const revokeApiKey = defineEndpoint(`POST ${base}/:id/keys/:keyId/revoke`, {
  summary: 'Refuse a key from now on',
  access: managing,
  params: z.object({ id: idText, keyId: numberText('The id of the key') }),
  tag,
  output: apiKey,
})

const counts = { calls: z.int(), errors: z.int(), throttled: z.int() }

export const readApiUsage = defineEndpoint(`GET ${base}/:id/usage`, {
  summary: 'Read what an API user called in the last days: by endpoint and by day, and what is left of the quota',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  query: z.strictObject({
    days: z.optional(
      z.string().check(z.regex(/^(?:[1-9]|[1-8][0-9]|90)$/, { error: () => t('days must be between 1 and 90.') })),
    ),
  }),
  output: z.object({
    days: z.int(),
    endpoints: z.array(z.object({ endpoint: z.string(), ...counts, averageMs: z.int() })),
    /** One entry for each day (UTC), those without a call too. */
    byDay: z.array(z.object({ date: z.string(), ...counts })),
    quota: z.object({
      minute: z.object({ limit: z.int(), left: z.int() }),
      day: z.object({
        limit: z.int(),
        left: z.int(),
        resetsAt: z.string(),
        /** When it is used up if calls go on as within the last hour; null when it lasts the day. */
        usedUpAt: z.nullable(z.string()),
      }),
    }),
  }),
})
export type ApiUsage = z.output<typeof readApiUsage.output & {}>

/** The first call of the discovery API. */
export const readApiSelf = defineEndpoint('GET /v1/me', {
  summary: 'Who the key belongs to, what it can be used for and what is left of its quota',
  access: 'public',
  tag: 'API key',
  headers: { Authorization: 'Bearer and the key' },
  output: z.object({
    name: z.string(),
    company: z.string(),
    scopes: z.array(z.string()),
    key: z.object({ prefix: z.string(), lastFour: z.string(), expiresAt: z.nullable(z.string()) }),
    quota: z.object({
      minute: z.object({ limit: z.int(), left: z.int(), resetsAt: z.string() }),
      day: z.object({ limit: z.int(), left: z.int(), resetsAt: z.string() }),
    }),
  }),
})
