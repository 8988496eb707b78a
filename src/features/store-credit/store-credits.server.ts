import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { customerAt, instantSql, traceOfCustomer } from '../customers/customer-records.server.ts'
import { personOf } from '../payments/refund-context.server.ts'
import { admitRefund, assertMayGive } from '../payments/refund-limits.server.ts'
import { writeAboutCredits } from './credit-messages.server.ts'
import type { CreditBalance } from './store-credit.endpoints.ts'
import { grantCredit, readCreditBalances } from './store-credit.endpoints.ts'
import { storeCredits } from './store-credits.ts'

export const storeCreditsServer = serve(storeCredits, {
  derived: {
    emailedAt: sql`(select max(m.created_at) from store_credit_messages m where m.credit_id = t.id)`,
    grantedByName: sql`(select s.name from staff s where s.id = t.granted_by)`,
  },
})

/** How long credit can last at most, in years. */
const longest = 5

export const implementedStoreCredit: readonly Implementation[] = [
  implement(readCreditBalances, async ({ db, params }) => {
    const { id } = await customerAt(db, params.id)
    const { rows } = await sql<CreditBalance>`
      select l.currency, -l.amount as balance, coalesce(c.held, 0)::bigint as held, c."expiresAt"
      from (select currency, sum(amount)::bigint as amount from ledger_entries
        where customer_id = ${id} and account = 'customer_credit' group by currency) l
      left join (select currency, sum(held)::bigint as held, to_char(min(expires_at) filter (where available > 0) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
        from store_credits where customer_id = ${id} and state = 'open' group by currency) c on c.currency = l.currency
      order by -l.amount desc, l.currency`.execute(db)
    return rows
  }),

  implement(
    grantCredit,
    async ({ db, params, input: { currency, amount, expiresOn, reason }, actor, audit }) => {
      admitRefund(actor, t('give store credit'))
      // It is as good as money: who gives it needs the limit of a refund.
      await assertMayGive(actor, db, { currency, amount })
      const { id, status } = await customerAt(db, params.id)
      if (status !== 'active')
        throw new Refusal(409, t('This customer can’t spend store credit.'), { error: 'NotPossible' })
      const { rows } = await sql<{ isCurrency: boolean; isLater: boolean; isTooLate: boolean }>`
        select exists (select from currencies where code = ${currency}) as "isCurrency",
          ${expiresOn}::date >= (now() at time zone 'UTC')::date as "isLater",
          ${expiresOn}::date > ((now() at time zone 'UTC') + make_interval(years => ${longest}))::date as "isTooLate"`.execute(
        db,
      )
      const [found] = rows
      if (!found?.isCurrency) throw invalid({ currency: t('Choose a currency.') })
      if (!found.isLater) throw invalid({ expiresOn: t('Choose a future day.') })
      if (found.isTooLate) throw invalid({ expiresOn: t('Store credit lasts at most {n} years.', { n: longest }) })
      const { rows: made } = await sql<{ id: number; expiresAt: string }>`
        insert into store_credits as c (customer_id, currency, amount, reason, note, granted_by, expires_at)
        values (${id}, ${currency}, ${amount}, 'goodwill', ${reason}, ${personOf(actor)},
          (${expiresOn}::date + 1)::timestamp at time zone 'UTC')
        returning id, ${instantSql('c.expires_at')} as "expiresAt"`.execute(db)
      await writeAboutCredits(db, 'credit_given', sql`c.id = ${made[0]?.id}`)
      audit.record({
        action: 'grant-credit',
        ...traceOfCustomer(id),
        after: { amount, currency, expiresAt: made[0]?.expiresAt },
        reason,
      })
      return { id: made[0]?.id ?? 0 }
    },
    { enforcesLimits: true },
  ),
]
