import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { RuleValues } from './rule-check.ts'
import type { Rule } from './rule-evaluation.ts'
import { inForce, loadRules } from './rule-store.server.ts'
import { rules } from './rules.ts'
import { readUnsaved } from './trial-input.ts'

export interface Trial {
  /** The rule with the draft's values, treated as active now. */
  readonly rule: Rule
  /** As stored, whatever its state; null for a new rule. */
  readonly stored: Rule | null
  /** All active rules without the change, and with it. */
  readonly before: readonly Rule[]
  readonly after: readonly Rule[]
}

/** Reads a rule that is not saved yet, by the rules for one that is. */
export async function trialOf(db: Db, id: number | null, draft: Readonly<Record<string, unknown>>): Promise<Trial> {
  const values = readUnsaved(rules, draft)
  const [stored = null] = id === null ? [] : await loadRules(db, sql`t.id = ${id}`)
  if (id !== null && stored === null) throw new Refusal(404, t('Rule not found.'))
  const before = await loadRules(db, inForce)
  const rule: Rule = {
    // The definition has parsed and checked every value.
    ...(values as unknown as RuleValues),
    id: stored?.id ?? Number.MAX_SAFE_INTEGER,
    createdAt: stored?.createdAt ?? new Date().toISOString(),
    isEnabled: true,
    validFrom: null,
    validUntil: null,
  }
  return { rule, stored, before, after: [...before.filter((one) => one.id !== rule.id), rule] }
}
