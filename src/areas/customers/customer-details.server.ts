import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { deviceOf, deviceText } from '../../kit/device.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { CustomerDetails } from './customer-calls.ts'
import { addCustomerNote, endCustomerSessions, readCustomerDetails, removeCustomerNote } from './customer-calls.ts'
import { customerAt, idIn, instantSql, traceOfCustomer } from './customer-records.server.ts'

type Spent = NonNullable<CustomerDetails['spent']>
type Note = CustomerDetails['notes'][number]
type Session = CustomerDetails['sessions'][number]

// Of a customer with very many purchases the newest thousand are looked at; nobody's page waits for the rest.
async function spentOf(db: Db, id: number): Promise<Spent> {
  const { rows } = await sql<Spent[number]>`
    select p.currency, count(*) as purchases, sum(p.captured)::bigint as captured, sum(p.refunded)::bigint as refunded,
      count(*) filter (where p.payment_status in ('disputed', 'charged_back')) as disputes
    from (select * from purchases where customer_id = ${id} order by created_at desc, id desc limit 1000) p
    group by p.currency order by captured desc, p.currency`.execute(db)
  return rows
}

async function notesOf(db: Db, id: number, actor: Actor, only?: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.id, n.body, coalesce(s.name, 'Somebody who has left') as author, ${instantSql('n.created_at')} as "createdAt",
      n.author_id is not distinct from ${actor.id} as "isOwn"
    from customer_notes n left join staff s on s.id = n.author_id
    where n.customer_id = ${id} and (${only ?? null}::bigint is null or n.id = ${only ?? null})
    order by n.created_at desc, n.id desc limit 200`.execute(db)
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
    notes: await notesOf(db, id, actor),
    sessions: await sessionsOf(db, id),
  }
})

export const addCustomerNoteServer = implement(addCustomerNote, async ({ params, input, db, actor, note }) => {
  const { id } = await customerAt(db, params.id)
  const { rows: [made] } = await sql<{ id: number }>`
    insert into customer_notes (customer_id, body, author_id) values (${id}, ${input.body}, ${actor.id}) returning id`.execute(db)
  const [added] = await notesOf(db, id, actor, made?.id ?? 0)
  if (!added) throw new Error('A new note can be read.')
  // What it says stays out of the audit, which nobody can take anything out of again.
  note({ action: 'add-note', ...traceOfCustomer(id), after: { noteId: added.id, length: input.body.length } })
  return added
})

export const removeCustomerNoteServer = implement(removeCustomerNote, async ({ params, db, actor, note }) => {
  const { id } = await customerAt(db, params.id)
  const noteId = idIn(params.noteId)
  const { rows: [found] } = await sql<{ author_id: number | null }>`
    select author_id from customer_notes where id = ${noteId} and customer_id = ${id} for update`.execute(db)
  if (!found) throw new Refusal(404, t('There is no such note.'))
  if (found.author_id !== actor.id && !actor.grants.isSuperUser) {
    throw new Refusal(403, t('Notes are taken back by whoever wrote them, or by an admin.'))
  }
  await sql`delete from customer_notes where id = ${noteId}`.execute(db)
  note({ action: 'remove-note', ...traceOfCustomer(id), before: { noteId } })
  return {}
})

export const endCustomerSessionsServer = implement(endCustomerSessions, async ({ params, input, db, note }) => {
  const { id } = await customerAt(db, params.id)
  const { sessionId } = input
  const { rows } = await sql<{ id: number }>`
    update customer_sessions set ended_at = now()
    where customer_id = ${id} and ended_at is null and expires_at > now()
      and (${sessionId ?? null}::bigint is null or id = ${sessionId ?? null}) returning id`.execute(db)
  if (rows.length === 0 && sessionId !== undefined) throw new Refusal(404, t('There is no such session, or it has ended already.'))
  if (rows.length > 0) note({ action: 'end-sessions', ...traceOfCustomer(id), after: { ended: rows.length } })
  return { ended: rows.length }
})
