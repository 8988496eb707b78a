import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import { deviceOf, deviceText } from '../../core/http/device.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { CustomerDetails } from './customer.endpoints.ts'
import { endCustomerSessions, readCustomerDetails } from './customer.endpoints.ts'
import { customerAt, instantSql, traceOfCustomer } from './customer-records.server.ts'

type Spent = NonNullable<CustomerDetails['spent']>
type Session = CustomerDetails['sessions'][number]

// For a customer with very many purchases, only the newest thousand count, so that the page loads without waiting for
// the rest.
async function spentOf(db: Db, id: number): Promise<Spent> {
  const { rows } = await sql<Spent[number]>`
    select p.currency, count(*) as purchases, sum(p.captured)::bigint as captured, sum(p.refunded)::bigint as refunded,
      sum(p.charged_back)::bigint as "chargedBack",
      count(*) filter (where p.payment_status in ('disputed', 'charged_back')) as disputes
    from (select * from purchases where customer_id = ${id} order by created_at desc, id desc limit 1000) p
    group by p.currency order by captured desc, p.currency`.execute(db)
  return rows
}

async function sessionsOf(db: Db, id: number): Promise<Session[]> {
  const { rows } = await sql<Omit<Session, 'device'> & { user_agent: string }>`
    select x.id, x.user_agent, x.country, ${instantSql('x.created_at')} as "createdAt", ${instantSql('x.last_seen_at')} as "lastSeenAt",
      s.name as "openedBy", l.reason
    from customer_sessions x left join customer_sign_in_links l on l.id = x.link_id left join staff s on s.id = l.staff_id
    where x.customer_id = ${id} and x.ended_at is null and x.expires_at > now()
    order by x.last_seen_at desc, x.id desc limit 100`.execute(db)
  return rows.map(({ user_agent: userAgent, ...session }) => ({ ...session, device: deviceText(deviceOf(userAgent)) }))
}

export const readCustomerDetailsServer = implement(readCustomerDetails, async ({ params, db, actor }) => {
  const { id } = await customerAt(db, params.id)
  return {
    id,
    spent: may(actor.grants, 'ui', 'purchases') ? await spentOf(db, id) : null,
    sessions: await sessionsOf(db, id),
  }
})

export const endCustomerSessionsServer = implement(endCustomerSessions, async ({ params, input, db, audit }) => {
  const { id } = await customerAt(db, params.id)
  const { sessionId } = input
  const { rows } = await sql<{ id: number }>`
    update customer_sessions set ended_at = now()
    where customer_id = ${id} and ended_at is null and expires_at > now()
      and (${sessionId ?? null}::bigint is null or id = ${sessionId ?? null}) returning id`.execute(db)
  if (rows.length === 0 && sessionId !== undefined)
    throw new Refusal(404, t('Session not found, or it has ended already.'))
  if (rows.length > 0) audit.record({ action: 'end-sessions', ...traceOfCustomer(id), after: { ended: rows.length } })
  return { ended: rows.length }
})
