import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { limitsSchema } from '../../../core/access/limits-schema.ts'

/** Larger than any ID token, and small enough not to keep the parser busy. */
const loginBodyLimit = 16 * 1024

export const signIn = defineEndpoint('POST /user/login', {
  summary: 'Sign in with a Google ID token; answers with the token to send as X-Token, and sets the session cookies',
  access: 'public',
  asksProof: true,
  tag: 'Sign-in',
  bodyLimit: loginBodyLimit,
  input: z.strictObject(
    {
      googleToken: z
        .string({ error: () => t('Send the ID token that Google gave.') })
        .check(z.minLength(1, { error: () => t('Send the ID token that Google gave.') })),
    },
    // No object at all lacks the same thing, so it is named by the same field.
    { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'Send an object with a googleToken.') },
  ),
  output: z.object({ token: z.string() }),
})

export const signOut = defineEndpoint('POST /user/logout', {
  summary: 'End the session of the X-Token, if there still is one, and drop its cookies',
  access: 'public',
  tag: 'Sign-in',
  output: z.object({}),
})

export const whoAmI = defineEndpoint('GET /rest/data/rbac/whoami', {
  summary: 'The signed-in person and their permissions',
  access: 'signed-in',
  tag: 'Sign-in',
  output: z.object({
    user: z.object({
      role: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      /** An https address of a picture, where Google gave one. */
      avatar: z.nullable(z.string()),
    }),
    permissions: z.array(z.object({ action: z.string(), object: z.string() })),
    /**
     * The permissions among them that are limited; each entry of `any` is one way in which the permission can be used.
     */
    limits: z.array(z.object({ action: z.string(), object: z.string(), any: z.readonly(z.array(limitsSchema)) })),
    /** What else the session allows. `role` above is `admin` while the person has that role temporarily. */
    session: z.object({
      /** Seconds for which the sign-in still counts as fresh, as dangerous commands ask for; 0 once it does not. */
      fresh_for: z.number(),
      expires_at: z.string(),
      own_role: z.string(),
      /** The role that they view the console as; `role` and `permissions` are then that role's. */
      viewing_as: z.nullable(z.string()),
      /** Roles that the person has temporarily, each until its `ends_at`. */
      elevations: z.array(z.object({ id: z.int(), role: z.string(), reason: z.string(), ends_at: z.string() })),
    }),
  }),
})

export const listDemoPeople = defineEndpoint('GET /demo/people', {
  summary: 'The people that anyone can sign in as; in demo mode only',
  access: 'public',
  tag: 'Demo',
  output: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
})

export const makeDemoToken = defineEndpoint('POST /demo/token', {
  summary: 'A signed ID token of a demo person, to sign in with; in demo mode only',
  access: 'public',
  tag: 'Demo',
  bodyLimit: loginBodyLimit,
  input: z.strictObject({ email: z.string({ error: () => t('Use the email address of a demo person.') }) }),
  output: z.object({ googleToken: z.string() }),
})
