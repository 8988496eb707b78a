import * as z from 'zod/mini'
import { permissionActions } from '../../permissions.ts'
import { text } from '../../kit/fields.ts'
import { limitsSchema } from '../../kit/limits-schema.ts'
import { fieldSchema } from '../../kit/value-schemas.ts'

/** The field's own schema, with the type that its kind has. */
export function textSchema(key: string, label: string, max: number) {
  return fieldSchema(key, text({ label, max, required: true })) as z.ZodMiniType<string, string>
}

/** A name of a role or object: longer than the bare name check allows for, and never empty. */
export function nameSchema(label: string) {
  return z.string({ error: `${label} is required.` }).check(
    z.minLength(1, { error: `${label} is required.` }),
    z.maxLength(64, { error: `${label} may have at most 64 characters.` }),
    z.regex(/^[A-Za-z0-9_-]*$/, { error: `${label} may have only letters, digits, hyphens and underscores.` }),
    // Code keeps things by name; what every object answers to by itself would be found without having been put there.
    z.refine((name) => !(name in {}), { error: `${label} is a word that computers keep for themselves.` }),
  )
}

/** A role's name as somebody may choose it. `Admin` beside `admin` would only mislead. */
export const newRoleName = nameSchema('Name').check(
  z.refine((name) => name.toLowerCase() !== 'admin', { error: 'The name admin belongs to the role that may do everything.' }),
)

export const description = z.string({ error: 'Description must be text.' }).check(
  z.overwrite((value) => value.normalize('NFC').trim()),
  z.maxLength(500, { error: 'Description may have at most 500 characters.' }),
  z.refine((value) => value.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(value), {
    error: 'Description has characters that cannot be shown.',
  }),
)

/** Far more than there are boxes to tick, and few enough to check one by one. */
const mostGrants = 2_000

export const grantsSchema = z.array(
  z.strictObject({
    action: z.string({ error: 'Name the action.' }).check(
      z.refine((action) => Object.hasOwn(permissionActions, action), { error: 'There is no such action.' }),
    ),
    object: nameSchema('Object'),
    limits: z.exactOptional(limitsSchema),
  }, { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'A permission is an object with action and object.') }),
  { error: 'Give the permissions as a list.' },
).check(z.maxLength(mostGrants, { error: `A role may have at most ${mostGrants} permissions.` }))

export const grantSchema = z.object({ action: z.string(), object: z.string(), limits: z.exactOptional(limitsSchema) })
