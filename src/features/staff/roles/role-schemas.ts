import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'
import { namePattern } from '../../../core/resource/name-check.ts'
import { permissionActions } from '../../../core/access/permissions.ts'
import { text } from '../../../core/resource/fields.ts'
import { limitsSchema } from '../../../core/access/limits-schema.ts'
import { fieldSchema } from '../../../core/resource/value-schemas.ts'

/** The field's own schema, with the type that its kind has. */
export function textSchema(key: string, label: string, max: number) {
  return fieldSchema(key, text({ label, max, required: true })) as z.ZodMiniType<string, string>
}

/** A name of a role or object: longer than the bare name check allows for, and never empty. */
export function nameSchema(label: string) {
  return z.string({ error: () => t('{field} is required.', { field: t(label) }) }).check(
    z.minLength(1, { error: () => t('{field} is required.', { field: t(label) }) }),
    z.maxLength(64, { error: () => t('{field} can have at most {max} characters.', { field: t(label), max: '64' }) }),
    z.regex(namePattern, {
      error: () => t('{label} can have only letters, digits, hyphens and underscores.', { label: t(label) }),
    }),
    // Code keeps things by name; what every object answers to by itself would be found without having been put there.
    z.refine((name) => !(name in {}), {
      error: () => t('{label} is a reserved word.', { label: t(label) }),
    }),
  )
}

/** The name of a new role. `Admin` next to the built-in `admin` would only mislead. */
export const newRoleName = nameSchema(msg('Name')).check(
  z.refine((name) => name.toLowerCase() !== 'admin', {
    error: () => t('The name admin is reserved for the built-in role.'),
  }),
)

export const description = z.string({ error: () => t('Description must be text.') }).check(
  z.overwrite((value) => value.normalize('NFC').trim()),
  z.maxLength(500, { error: () => t('Description can have at most 500 characters.') }),
  z.refine(
    (value) =>
      value.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(value),
    {
      error: () => t('Description has characters that cannot be shown.'),
    },
  ),
)

/** Far more than there are boxes to tick, and few enough to check one by one. */
const maxGrants = 2_000

const givenGrant = z
  .strictObject(
    {
      action: z.string({ error: () => t('Choose an action.') }).check(
        z.refine((action) => Object.hasOwn(permissionActions, action), {
          error: () => t('Action not found.'),
        }),
      ),
      object: nameSchema(msg('Object')),
      limits: z.exactOptional(limitsSchema),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? undefined : t('A permission is an object with action and object.'),
    },
  )
  .register(z.globalRegistry, { id: 'GrantCreate' })

export const grantsSchema = z
  .array(givenGrant, { error: () => t('Send the permissions as a list.') })
  .check(z.maxLength(maxGrants, { error: () => t('A role can have at most {maxGrants} permissions.', { maxGrants }) }))

export const grantSchema = z
  .object({ action: z.string(), object: z.string(), limits: z.exactOptional(limitsSchema) })
  .register(z.globalRegistry, { id: 'Grant' })
