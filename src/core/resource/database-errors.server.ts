import { invalid, Refusal } from '../errors/errors.ts'
import { labelOf } from './fields.ts'
import { t } from '../i18n/language.ts'
import type { AnyResource, Operation } from './resource.ts'
import { fieldOf, inSentence, tableOf } from './resource.ts'

interface DatabaseError {
  code: string
  constraint?: string
  table?: string
  detail?: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.length === 5
  )
}

/** A value that its type cannot represent, such as letters for a number. */
export function isDataException(error: unknown): boolean {
  return isDatabaseError(error) && error.code.startsWith('22')
}

/** `code` of `coupons_code_key`: constraints are named after their table and column. */
function keyOf(resource: AnyResource, constraint: string | undefined): string | undefined {
  const table = tableOf(resource)
  if (!constraint?.startsWith(`${table}_`)) return undefined
  const column = constraint.slice(table.length + 1).replace(/_(?:key|fkey|check|refs)$/, '')
  const key = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return fieldOf(resource, key) ? key : undefined
}

/**
 * The database's own refusal, translated for the user who saved: a duplicate (409), a reference to nothing (422), or a
 * rule that only the database saw. Anything else is passed on unchanged.
 */
export function refusalOf(error: unknown, resource: AnyResource, operation?: Operation): unknown {
  if (!isDatabaseError(error)) return error
  const key = keyOf(resource, error.constraint)
  const field = key === undefined ? undefined : fieldOf(resource, key)
  const label = key !== undefined && field ? labelOf(key, field) : t(resource.label[0])
  const on = (message: string) => (key === undefined ? undefined : { fields: { [key]: message } })
  if (error.code === '23505') {
    const message = t('{label} is in use by another {one}.', { label, one: inSentence(t(resource.label[0])) })
    return new Refusal(409, message, on(message))
  }
  if (error.code === '23503') {
    // The same code says that others still point here; then the table named is theirs, which can be this one too.
    if (operation === 'delete' || error.table !== tableOf(resource)) {
      const users = error.table?.replaceAll('_', ' ') ?? t('other records')
      return new Refusal(
        409,
        t('This {one} is still used by {users}.', { one: inSentence(t(resource.label[0])), users }),
      )
    }
    return invalid({ [key ?? 'id']: t('{label} refers to a record that does not exist.', { label }) })
  }
  if (error.code === '23514' || error.code === '23502') {
    return key === undefined
      ? new Refusal(
          422,
          t('The database refused this {one}: {rule}.', {
            one: inSentence(t(resource.label[0])),
            rule: error.constraint?.replaceAll('_', ' ') ?? t('a rule'),
          }),
        )
      : invalid({ [key]: t('{label} is not valid.', { label }) })
  }
  return error
}
