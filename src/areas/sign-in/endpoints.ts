import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { limitsSchema } from '../../kit/limits-schema.ts'

/** Larger than any ID token, and small enough that nobody is kept busy parsing. */
const loginBodyLimit = 16 * 1024

export const signIn = defineEndpoint('POST /user/login', {
  summary: 'Sign in with a Google ID token; answers with the token to send as X-Token, and sets the session cookies',
  access: 'public',
  tag: 'Sign-in',
  bodyLimit: loginBodyLimit,
  input: z.strictObject(
    { googleToken: z.string({ error: () => t('Send the ID token that Google gave.') }).check(z.minLength(1, { error: () => t('Send the ID token that Google gave.') })) },
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
  summary: 'The signed-in person, and what they may do',
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
    /** The permissions among them that do not reach all the way; each of `any` is a way in which it may be used. */
    limits: z.array(z.object({ action: z.string(), object: z.string(), any: z.readonly(z.array(limitsSchema)) })),
    /** What the session is good for beyond that. `role` above is `admin` while that role is lent. */
    session: z.object({
      /** Seconds for which the sign-in still counts as fresh, as dangerous commands ask for; 0 once it does not. */
      fresh_for: z.number(),
      expires_at: z.string(),
      own_role: z.string(),
      /** The role as which they are looking at the console; `role` and `permissions` are its own meanwhile. */
      viewing_as: z.nullable(z.string()),
      /** Roles lent to the person, each until its `ends_at`. */
      elevations: z.array(z.object({ id: z.int(), role: z.string(), reason: z.string(), ends_at: z.string() })),
    }),
  }),
})

export const listDemoPeople = defineEndpoint('GET /demo/people', {
  summary: 'The people that anybody may sign in as; in demo mode only',
  access: 'public',
  tag: 'Demo',
  output: z.array(z.object({ email: z.string(), name: z.string(), role: z.string() })),
})

export const makeDemoToken = defineEndpoint('POST /demo/token', {
  summary: 'A signed ID token of a demo person, to sign in with; in demo mode only',
  access: 'public',
  tag: 'Demo',
  bodyLimit: loginBodyLimit,
  input: z.strictObject({ email: z.string({ error: () => t('Name one of the demo people by e-mail address.') }) }),
  output: z.object({ googleToken: z.string() }),
})

/** The calls that exist in every mode. */
export const signInEndpoints = [signIn, signOut, whoAmI] as const

/** The calls that exist only where the demo issuer does. */
export const demoEndpoints = [listDemoPeople, makeDemoToken] as const
