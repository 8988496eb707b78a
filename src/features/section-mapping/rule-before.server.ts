import { sql } from 'kysely'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { StoredRule } from './resolvers.server.ts'
import { ruleColumns } from './resolvers.server.ts'

/** A rule as the table has it while it is being saved. */
interface RuleBefore extends StoredRule {
  readonly isEnabled: boolean
  readonly validFrom: string | null
  readonly validUntil: string | null
}

/** What decides where texts go; the rest of a rule can change without another look at listings. */
const deciding = [
  'scope',
  'providerId',
  'venueId',
  'venueConfigurationId',
  'performanceId',
  'field',
  'match',
  'pattern',
  'action',
  'replacement',
  'priority',
  'isEnabled',
  'isShadow',
] as const
const periods = ['validFrom', 'validUntil'] as const

const momentOf = (value: unknown) => (value ? new Date(value as string).getTime() : null)

/** Whether a draft decides the same as a rule did. */
export const isSame = (before: RuleBefore, draft: SaveCall['draft']): boolean =>
  deciding.every((key) => before[key] === draft[key]) &&
  periods.every((key) => momentOf(before[key]) === momentOf(draft[key]))

const saves = new WeakMap<SaveCall['draft'], RuleBefore | null>()

/**
 * Reads what a save changes, and keeps it for what comes after. What undoing calls the current record is the rule as it
 * becomes, and a deleted rule that comes back has a current one too: only the table says what listings were placed by.
 */
export async function ruleBefore(db: Db, { draft, current }: Pick<SaveCall, 'draft' | 'current'>) {
  const { rows } = await sql<RuleBefore>`
    select ${ruleColumns}, r.is_enabled as "isEnabled", r.valid_from as "validFrom", r.valid_until as "validUntil"
    from rewrite_rules r where r.id = ${Number(current?.['id'] ?? 0)}`.execute(db)
  const before = rows[0] ?? null
  saves.set(draft, before)
  return before
}

/** What the save of a draft changed, as it was read before; null where there was no rule. */
export const ruleThatWas = (draft: SaveCall['draft']): RuleBefore | null => saves.get(draft) ?? null
