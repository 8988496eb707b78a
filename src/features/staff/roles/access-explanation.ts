import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'

/** Why a user can or can't do something. */
const explanationSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  action: z.string(),
  object: z.string(),
  isAllowed: z.boolean(),
  /** The answer in sentences, the deciding one first. */
  because: z.array(z.string()),
  /** The permission that decides, where it is one. */
  from: z.nullable(
    z.object({
      role: z.string(),
      /** When it was given. */
      since: z.string(),
      /** Who gave it, where that is known. */
      by: z.nullable(z.string()),
    }),
  ),
  /** Other roles that have the permission. */
  rolesThatMay: z.array(z.string()),
  /** What in the product asks for it. */
  opens: z.array(z.string()),
})
export type Explanation = z.output<typeof explanationSchema>

export const explainAccess = defineEndpoint('GET /rest/data/rbac/users/:email/access/:action/:object', {
  summary: 'Why a person can or can’t do something, and from which permission',
  access: ['roles', 'ui'],
  tag: 'Roles',
  params: z.object({ email: z.string(), action: z.string(), object: z.string() }),
  output: explanationSchema,
})
