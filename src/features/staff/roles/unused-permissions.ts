import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

const usageSchema = z.object({
  action: z.string(),
  object: z.string(),
  /** When it was given to the role. */
  since: z.string(),
  /** When a user with the role last did something that needs it. Null if none did within the requested days. */
  lastUsedAt: z.nullable(z.string()),
  /** `unknown`: reading leaves no trace. `recent`: given less than so many days ago, so there is nothing to conclude yet. */
  verdict: z.enum(['used', 'unused', 'recent', 'unknown']),
})
export type PermissionUsage = z.output<typeof usageSchema>

export const readPermissionUsage = defineEndpoint('GET /rest/data/rbac/roles/:name/usage', {
  summary: 'Unused permissions of a role, as far as changes can show',
  access: ['roles', 'ui'],
  tag: 'Roles',
  params: z.object({ name: z.string() }),
  query: z.strictObject({
    days: z.optional(z.string().check(z.regex(/^(?:[1-9][0-9]{0,2})$/, { error: () => t('Enter 1 to 999 days.') }))),
  }),
  output: z.object({ role: z.string(), days: z.int(), permissions: z.array(usageSchema) }),
})
