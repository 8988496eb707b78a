import * as z from 'zod/mini'
import { reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const base = '/rest/data/users/user/:id'
const tag = 'Customers'

/** What of two records only one can have: the one that stays or the one that goes. */
export const mergedFields = ['name', 'email', 'phone', 'country', 'locale'] as const
export type MergedField = (typeof mergedFields)[number]

/** Address and number are masked as everywhere. */
const person = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    /** ISO 3166-1 */
    country: z.nullable(z.string()),
    locale: z.string(),
    status: z.enum(['active', 'blocked']),
    purchases: z.int(),
    createdAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'CustomerToMerge' })
export type CustomerToMerge = z.output<typeof person>

const duplicate = z.object({
  customer: person,
  evidence: z.array(z.enum(['email', 'phone', 'name'])),
})
export type Duplicate = z.output<typeof duplicate>

export const listDuplicates = defineEndpoint(`GET ${base}/duplicates`, {
  summary: 'List customers who look like the same person, with what says so',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  output: z.array(duplicate),
})

const from = { error: () => t('Choose the customer who is merged into this one.') }
const mergePreview = z.object({
  into: person,
  from: person,
  /** What goes from one to the other. */
  moves: z.array(z.object({ label: z.string(), count: z.int() })),
})
export type CustomerMergePreview = z.output<typeof mergePreview>

export const previewCustomerMerge = defineEndpoint(`GET ${base}/merge-preview`, {
  summary: 'Read two customers side by side, with what merging would move',
  access: ['users', 'ui'],
  params: idParams,
  tag,
  query: z.object({
    from: z
      .string(from)
      .check(z.regex(/^[1-9][0-9]{0,14}$/, from))
      .register(z.globalRegistry, { type: 'integer', minimum: 1, description: 'The id of the one that goes' }),
  }),
  output: mergePreview,
})

export const mergeCustomers = defineEndpoint(`POST ${base}/merge`, {
  summary: 'Merge another customer into this one, for good; the other stays as a pointer to it',
  access: ['users', 'write'],
  params: idParams,
  tag,
  asksProof: true,
  input: z.strictObject({
    from: z.int(from),
    /** Which values come from the one that goes. */
    take: z.optional(z.array(z.enum(mergedFields, { error: () => t('Choose from the fields of the preview.') }))),
    reason: reasonText,
  }),
  output: z.object({ id: z.int() }),
})
