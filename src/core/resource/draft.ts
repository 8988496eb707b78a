import { invalid, Refusal } from '../errors/errors.ts'
import type { AnyField } from './fields.ts'
import { isWritable, refKey } from './fields.ts'
import { t } from '../i18n/language.ts'
import type { AnyResource, Problem } from './resource.ts'
import { allFields, inSentence } from './resource.ts'
import { isSameJson } from '../same-json.ts'
import { initialValue, parseValue } from './value-schemas.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether what was sent for a key is what can have been read of the stored version. */
type CanBeRead = (sent: unknown, stored: unknown) => boolean

const anything: CanBeRead = () => true

/** True for what the server keeps up without a new version of the record. */
function isMoving(key: string, field: AnyField): boolean {
  return key === 'updatedAt' || Boolean(field.derived) || field.readOnly === 'moving'
}

/** Keys of a record that only the server writes: its head, read-only and derived fields, and the records of references. */
function serverKeys(resource: AnyResource): ReadonlyMap<string, CanBeRead> {
  return new Map(
    allFields(resource).flatMap(([key, field]): [string, CanBeRead][] => {
      const own: CanBeRead = isMoving(key, field) ? anything : sameValue
      const record: CanBeRead = isMoving(key, field) ? anything : sameRecords
      return [
        ...(Object.hasOwn(resource.fields, key) && isWritable(field) ? [] : [[key, own] as [string, CanBeRead]]),
        ...('to' in field ? [[refKey(key), record] as [string, CanBeRead]] : []),
      ]
    }),
  )
}

/**
 * Reads what a client sent. Unknown keys are refused by name; a key that only the server writes passes when it
 * says what is stored, so that a client can send back the record it read. Where the client names the version that is
 * stored, what has moved since without a new version passes too: counters, what is derived, titles of references.
 */
export function parseDraft(resource: AnyResource, input: unknown, current: Values | null): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Refusal(422, t('Send the {one} as a JSON object.', { one: inSentence(t(resource.label[0])) }))
  }
  const problems: Record<string, string> = {}
  const draft: Record<string, unknown> = {}
  const guarded = serverKeys(resource)
  const isCurrent = current !== null && 'version' in input && input.version === current['version']
  for (const [key, value] of Object.entries(input)) {
    const canBeRead = guarded.get(key)
    if (canBeRead) {
      const passes = current && (isCurrent ? canBeRead : sameValue)(value, current[key])
      if (!passes) problems[key] = t('{key} cannot be set.', { key })
      continue
    }
    const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
    if (!field) {
      problems[key] = t('{many} have no {key}.', { many: t(resource.label[1]), key })
      continue
    }
    const parsed = parseValue(key, field, value)
    if ('problems' in parsed) Object.assign(problems, parsed.problems)
    // These are sets: what is named twice would be counted and read out twice.
    else draft[key] = ['refs', 'choices'].includes(field.kind) ? [...new Set(parsed.value as unknown[])] : parsed.value
  }
  if (!current) fillIn(resource, draft, problems)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return draft
}

function fillIn(resource: AnyResource, draft: Record<string, unknown>, problems: Record<string, string>): void {
  for (const [key, field] of Object.entries(resource.fields)) {
    if (!isWritable(field) || Object.hasOwn(draft, key) || Object.hasOwn(problems, key)) continue
    const parsed = parseValue(key, field, initialValue(field))
    if ('problems' in parsed) Object.assign(problems, parsed.problems)
    else draft[key] = parsed.value
  }
}

function sameValue(sent: unknown, stored: unknown): boolean {
  if (isSameJson(sent, stored)) return true
  // The same moment can be written with another offset.
  return (
    typeof sent === 'string' &&
    typeof stored === 'string' &&
    /^\d{4}-\d{2}-\d{2}T/.test(sent) &&
    Date.parse(sent) === Date.parse(stored)
  )
}

/** References to the same records; what those are called can change without a new version of this one. */
function sameRecords(sent: unknown, stored: unknown): boolean {
  return isSameJson(idsIn(sent), idsIn(stored))
}

function idsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsIn)
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}

/** Applies the rules that involve several fields. One sentence a field, the first that was found. */
export function checkDraft(resource: AnyResource, draft: Values): void {
  const problems = problemsOf(resource, draft)
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** The same rules as a record of sentences, for forms. */
export function problemsOf(resource: AnyResource, draft: Values): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const problem of (resource.check?.(draft) ?? []) as Iterable<Problem>)
    problems[problem.field] ??= problem.message
  return problems
}
