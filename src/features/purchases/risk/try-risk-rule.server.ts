import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { RecordOf } from '../../../core/resource/resource.ts'
import type { Db } from '../../../db/tables.server.ts'
import { maxExamined, readUnsaved, trialDays } from '../../rules/trial-input.ts'
import { countsAgainst, maxScore } from './order-risk.server.ts'
import type { RiskTrial } from './risk-rule.endpoints.ts'
import { tryRiskRule } from './risk-rule.endpoints.ts'
import { reviewFrom, riskRules } from './risk-rules.ts'

type Rule = Pick<RecordOf<typeof riskRules>, 'kind' | 'threshold' | 'hours' | 'points' | 'isEnabled'>

const maxShown = 8

export const tryRiskRuleServer = implement(
  tryRiskRule,
  // The definition has parsed and checked every value.
  async ({ db, input: { id, draft } }) => await trialOf(db, id, readUnsaved(riskRules, draft) as unknown as Rule),
  { transaction: false },
)

/**
 * What a rule would do to the paid orders of the last 30 days, the newest 4,000 of them: each is scored by the stored
 * rules and by these with the given one in place of the stored rule `id`, or beside them.
 *
 * @throws Refusal 404 where no rule has the id
 */
async function trialOf(db: Db, id: number | null, rule: Rule): Promise<RiskTrial> {
  const { rows } = await sql<RiskTrial & { isKnown: boolean }>`
    with rules as (
      select r.kind, r.threshold, r.hours, r.points, false as is_tried, true as is_before,
        ${id}::bigint is null or r.id <> ${id} as is_after
      from risk_rules r where r.is_enabled
      union all
      select ${rule.kind}::text, ${rule.threshold}::integer, ${rule.hours}::integer, ${rule.points}::integer, true, false, true
      where ${rule.isEnabled}::boolean
    ), newest as (
      select p.id, p.kind, p.reference, p.created_at, p.customer_email from purchases p
      where p.created_at > now() - make_interval(days => ${trialDays}) and p.payment_status <> 'unpaid'
        and not exists (select from payments y where y.purchase_id = p.id and y.split_of is not null)
      order by p.created_at desc, p.id desc limit ${maxExamined + 1}
    ), examined as (
      select * from newest order by created_at desc, id desc limit ${maxExamined}
    ), found as (
      select p.id, r.points, r.is_tried, r.is_before, r.is_after from examined p join rules r on ${countsAgainst}
    ), scored as (
      select p.id, p.kind, p.reference, p.created_at, coalesce(bool_or(f.is_tried), false) as is_counted,
        least(${maxScore}, coalesce(sum(f.points) filter (where f.is_before), 0))::integer as before,
        least(${maxScore}, coalesce(sum(f.points) filter (where f.is_after), 0))::integer as after
      from examined p left join found f on f.id = p.id group by p.id, p.kind, p.reference, p.created_at
    ), compared as (
      select *, before < ${reviewFrom} and after >= ${reviewFrom} as is_held,
        before >= ${reviewFrom} and after < ${reviewFrom} as is_released from scored
    )
    select ${trialDays}::integer as days, count(*)::integer as examined, (select count(*) from newest) > ${maxExamined} as "isCapped",
      count(*) filter (where is_counted)::integer as counted, count(*) filter (where is_held)::integer as held,
      count(*) filter (where is_released)::integer as released,
      (select coalesce(json_agg(json_build_object('id', o.id, 'kind', o.kind, 'reference', o.reference, 'before', o.before,
        'after', o.after)), '[]') from (
          select * from compared where is_counted or before <> after
          order by is_held or is_released desc, created_at desc, id desc limit ${maxShown}) o) as orders,
      ${id}::bigint is null or exists (select from risk_rules where id = ${id}) as "isKnown"
    from compared`.execute(db)
  const [found] = rows
  if (!found?.isKnown) throw new Refusal(404, t('Risk rule not found.'))
  const { isKnown: _, ...trial } = found
  return trial
}
