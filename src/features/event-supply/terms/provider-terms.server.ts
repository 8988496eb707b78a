import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { invalid } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { providers } from '../../providers/providers.ts'
import { lastHour } from '../calls/call-results.server.ts'
import { balancesOf } from './provider-balances.server.ts'
import type { ProviderTerms, ProviderTermsAnswer } from './provider-terms.endpoints.ts'
import { enterBalance, readProviderTerms, saveProviderTerms } from './provider-terms.endpoints.ts'

export function implementProviderTerms(): readonly Implementation[] {
  return [
    implement(readProviderTerms, async ({ db, params }) => await answerOf(db, params.code)),

    implement(saveProviderTerms, async ({ db, params, input, audit }) => {
      const { id, name, version } = await locked(db, params.code)
      const before = await answerOf(db, params.code)
      const terms = { ...input, imageLicence: input.imageLicence || null }
      await assertCountries(db, terms.marketIds)
      await sql`
        insert into provider_terms (provider_id, settlement, balance_threshold, has_parity, floor_share, pause_share, pause_calls, image_licence, market_ids, delivery)
        values (${id}, ${terms.settlement}, ${terms.balanceThreshold}, ${terms.hasParity}, ${terms.floorShare}, ${terms.pauseShare}, ${terms.pauseCalls}, ${terms.imageLicence}, ${terms.marketIds}::bigint[],
          ${terms.delivery}::text[])
        on conflict (provider_id) do update set settlement = excluded.settlement, balance_threshold = excluded.balance_threshold, has_parity = excluded.has_parity,
          floor_share = excluded.floor_share, pause_share = excluded.pause_share, pause_calls = excluded.pause_calls, image_licence = excluded.image_licence, market_ids = excluded.market_ids, delivery = excluded.delivery,
          updated_at = now()`.execute(db)
      await sql`
        update providers set commission = ${terms.commission}, priority = ${terms.priority}, updated_at = now(), version = version + 1 where id = ${id}`.execute(
        db,
      )
      audit.record({
        action: 'update',
        object: providers.name,
        recordId: id,
        title: name,
        version: version + 1,
        ...changed(before, terms),
      })
      return await answerOf(db, params.code)
    }),

    implement(enterBalance, async ({ db, params, input: { kind, amount, note }, actor, audit }) => {
      const { id, name, version, currency } = await locked(db, params.code)
      const { settlement, balance } = await answerOf(db, params.code)
      if (settlement !== 'prepaid')
        throw new Refusal(409, t('{provider} is paid by invoice. Change its settlement first.', { provider: name }))
      if (kind === 'deposit' && balance === null) throw invalid({ kind: t('Enter the balance of a statement first.') })
      if (kind === 'deposit' && amount === 0) throw invalid({ amount: t('Enter an amount.') })
      await sql`
        insert into provider_balance_entries (provider_id, kind, amount, currency, note, made_by)
        values (${id}, ${kind}, ${amount}, ${currency}, ${note || null}, ${actor.id})`.execute(db)
      const after = await answerOf(db, params.code)
      audit.record({
        action: 'update',
        object: providers.name,
        recordId: id,
        title: name,
        version,
        before: { balance: balance?.amount ?? null },
        after: { balance: after.balance?.amount ?? null, [kind]: amount },
        ...(note && { reason: note }),
      })
      return after
    }),
  ]
}

interface Known {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly version: number
}

async function locked(db: Db, code: string): Promise<Known> {
  const { rows } = await sql<Known>`
    select id, name, currency, version from providers where code = ${code} and kind <> 'tours' for update`.execute(db)
  if (!rows[0]) throw new Refusal(404, t('Provider not found.'))
  return rows[0]
}

async function answerOf(db: Db, code: string): Promise<ProviderTermsAnswer> {
  const { rows } = await sql<Omit<ProviderTermsAnswer, 'balance'>>`
    select s.commission, s.priority, s.currency, coalesce(m.settlement, 'invoice') as settlement, m.balance_threshold as "balanceThreshold",
      coalesce(m.has_parity, false) as "hasParity", m.floor_share as "floorShare", m.pause_share as "pauseShare", coalesce(m.pause_calls, 10) as "pauseCalls", m.image_licence as "imageLicence", coalesce(m.market_ids, '{}') as "marketIds",
      coalesce(m.delivery, '{}') as delivery, (select coalesce(json_agg(c.name order by c.name), '[]') from countries c where c.id = any(m.market_ids)) as markets,
      c.calls, c.refused as failed
    from providers s cross join lateral ${lastHour} c left join provider_terms m on m.provider_id = s.id where s.code = ${code} and s.kind <> 'tours'`.execute(
    db,
  )
  const [terms] = rows
  if (!terms) throw new Refusal(404, t('Provider not found.'))
  const [found] = await balancesOf(db, code)
  if (!found) return { ...terms, balance: null }
  const { amount, isLow, statedAt, deposited, booked } = found
  return { ...terms, balance: { amount, isLow, statedAt, deposited, booked } }
}

async function assertCountries(db: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from countries where id = any(${[...ids]}::bigint[])`.execute(db)
  if (rows[0]?.n !== new Set(ids).size) throw invalid({ marketIds: t('Choose countries that exist.') })
}

/** Only what is another than before. */
function changed(before: ProviderTermsAnswer, after: ProviderTerms) {
  const keys = (Object.keys(after) as (keyof ProviderTerms)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const of = (terms: ProviderTerms) => Object.fromEntries(keys.map((key) => [key, terms[key]]))
  return { before: of(before), after: of(after) }
}
