import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { foldedEmail } from '../../core/email.server.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { assertPersonalData } from '../../core/access/limits.ts'
import { createRateLimit, networkOf } from '../../core/http/rate-limit.server.ts'
import { sessionOf } from '../../platform/auth/sign-in/authenticate.server.ts'
import { digest, looksLikeSecret, newSecret } from '../../platform/auth/sign-in/tokens.server.ts'
import type { CustomerView } from './customer.endpoints.ts'
import { closeCustomerView, makeCustomerSignIn, openCustomerView, readCustomerView } from './customer.endpoints.ts'
import { assertPresent, customerAt, instantSql, traceOfCustomer } from './customer-records.server.ts'

/** How long a link can be opened, and how long the session it opens lasts, in seconds. */
const signInLife = { link: 60, session: 15 * 60 } as const

/** Where the console shows an account as its customer sees it. */
const viewPath = '/customer-view'

/** Links per minute that one staff member can request; more than that is not customer support. */
const requests = createRateLimit({
  limit: 20,
  windowSeconds: 60,
  message: () => t('Too many sign-in links. Wait a moment.'),
})
const openings = createRateLimit({
  limit: 30,
  windowSeconds: 60,
  message: () => t('Too many tries from your network. Wait a moment.'),
})

export const makeCustomerSignInServer = implement(
  makeCustomerSignIn,
  async ({ params, query, db, actor, request, audit }) => {
    assertPersonalData(actor, 'users')
    const customer = await customerAt(db, params.id)
    if (customer.isStaff)
      throw new Refusal(403, t('This address belongs to a member of staff. Signing in as a colleague is not possible.'))
    if (customer.status === 'anonymised')
      throw new Refusal(409, t('This customer was anonymised, so there is no account.'))
    assertPresent(customer)
    requests.take(String(actor.id))
    const token = newSecret()
    const {
      rows: [link],
    } = await sql<{ id: number; expires_at: string }>`
    insert into customer_sign_in_links (customer_id, staff_id, staff_session_id, token_hash, reason, expires_at)
    values (${customer.id}, ${actor.id}, ${sessionOf(request).id}, ${digest(token)}, ${query.reason},
      now() + make_interval(secs => ${signInLife.link}))
    returning id, ${instantSql('expires_at')} as expires_at`.execute(db)
    if (!link) throw new Error('An insert answers with its row.')
    audit.record({
      action: 'impersonate',
      ...traceOfCustomer(customer.id),
      after: { link: link.id, expiresAt: link.expires_at },
      reason: query.reason,
    })
    return {
      url: `${viewPath}#${token}`,
      token,
      expiresAt: link.expires_at,
      impersonation: true as const,
      readOnly: true as const,
    }
  },
  { transaction: true, isSecret: true },
)

interface Opened {
  readonly customer_id: number
  readonly staff_id: number
  readonly reason: string
  readonly name: string
  readonly email: string
}

/** The customer as the actor, along with the staff member who is really acting. */
function actorOf(opened: Opened): Actor {
  return {
    kind: 'system',
    id: null,
    name: `Customer ${opened.customer_id}`,
    email: null,
    role: null,
    grants: { isSuperUser: false, objects: {} },
    behind: { id: opened.staff_id, name: opened.name, email: opened.email },
  }
}

const holds = (action: string) => sql`exists (select from role_permissions g
  where g.role_id in (select p.role_id union all select role_id from temporary_roles_of_staff(p.id)) and g.action = ${sql.lit(action)} and g.object = 'users')`

// The core's check for personal data, based on the permission to view customers.
const looksUnlimited = (action: string) => sql`(select bool_or(g.personal_data) from role_permissions g
  where g.role_id in (select p.role_id union all select role_id from temporary_roles_of_staff(p.id)) and g.action = ${sql.lit(action)} and g.object = 'users')`

/**
 * The staff member who opened the view must still be signed in, active and have the permission, and the customer must
 * not be a colleague. Losing any of these ends the open view with its next call.
 */
const stillAllowed = sql`
  p.status = 'active' and x.ended_at is null and x.expires_at > now()
  and not exists (select from staff colleague where colleague.email = ${foldedEmail(sql`c.email`)}) and c.status <> 'anonymised'
  and (exists (select from roles r where r.name = 'admin' and r.id in (select p.role_id union all select role_id from temporary_roles_of_staff(p.id)))
    or (${holds('impersonate')} and ${holds('write')} and coalesce(${looksUnlimited('ui')}, ${looksUnlimited('read')}, true)))`

const linkIsOver = () =>
  new Refusal(401, t('This link has been used or is older than a minute. Ask for a new one on the customer’s page.'), {
    error: 'LinkIsOver',
  })
const viewIsOver = () =>
  new Refusal(401, t('This view of the account has ended. Start a new one on the customer’s page.'), {
    error: 'ViewIsOver',
  })

export const openCustomerViewServer = implement(
  openCustomerView,
  async ({ input, db, request }) => {
    openings.take(networkOf(request.clientAddress))
    if (!looksLikeSecret(input.token)) throw linkIsOver()
    const secret = newSecret()
    // One statement claims the link, so that only one of two simultaneous requests succeeds.
    const {
      rows: [opened],
    } = await sql<Opened & { expires_at: string }>`
    with link as (
      update customer_sign_in_links l set used_at = now()
      from staff p, sessions x, customers c
      where l.token_hash = ${digest(input.token)} and l.used_at is null and l.expires_at > now()
        and p.id = l.staff_id and x.id = l.staff_session_id and c.id = l.customer_id and ${stillAllowed}
      returning l.id, l.customer_id, l.staff_id, l.reason, p.name, p.email
    ), opened as (
      insert into customer_sessions (customer_id, link_id, token_hash, address, user_agent, expires_at)
      select customer_id, id, ${digest(secret)}::bytea, ${request.clientAddress}, ${(request.headers['user-agent'] ?? '').slice(0, 400)},
        now() + make_interval(secs => ${signInLife.session}) from link returning expires_at
    )
    select link.*, ${instantSql('opened.expires_at')} as expires_at from link, opened`.execute(db)
    if (!opened) throw linkIsOver()
    await appendAudit(db, [{ action: 'open-view', ...traceOfCustomer(opened.customer_id), reason: opened.reason }], {
      actor: actorOf(opened),
      requestId: request.id,
      address: request.clientAddress,
    })
    return { session: secret, expiresAt: opened.expires_at }
  },
  { isSecret: true },
)

function secretIn(request: FastifyRequest): string {
  const secret = request.headers['x-customer-view']
  if (typeof secret !== 'string' || !looksLikeSecret(secret)) throw viewIsOver()
  return secret
}

const ordersOf = (db: Db, customerId: number) =>
  sql<CustomerView['orders'][number]>`
  select reference, kind, title, contents, booking_status as status, travel_date as "travelDate", to_char(local_time, 'HH24:MI') as "localTime",
    grand_total as total, refunded, currency, ${instantSql('created_at')} as "createdAt"
  from purchases where customer_id = ${customerId} order by created_at desc, id desc limit 100`.execute(db)

export const readCustomerViewServer = implement(readCustomerView, async ({ db, request }) => {
  const {
    rows: [view],
  } = await sql<{
    customer_id: number
    name: string
    reason: string
    expires_at: string
    account: CustomerView['account']
  }>`
    select v.customer_id, p.name, l.reason, ${instantSql('v.expires_at')} as expires_at, json_build_object(
      'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email, 'isVerified', c.is_verified, 'phone', c.phone,
      'country', (select name from countries where id = c.country_id), 'locale', c.locale,
      'agreedToMarketing', c.marketing_consent_at is not null, 'createdAt', ${instantSql('c.created_at')}) as account
    from customer_sessions v join customer_sign_in_links l on l.id = v.link_id join staff p on p.id = l.staff_id
      join sessions x on x.id = l.staff_session_id join customers c on c.id = v.customer_id
    where v.token_hash = ${digest(secretIn(request))} and v.ended_at is null and v.expires_at > now() and ${stillAllowed}`.execute(
    db,
  )
  if (!view) throw viewIsOver()
  const { rows: orders } = await ordersOf(db, view.customer_id)
  return {
    impersonation: true as const,
    readOnly: true as const,
    openedBy: view.name,
    reason: view.reason,
    expiresAt: view.expires_at,
    account: view.account,
    orders,
  }
})

export const closeCustomerViewServer = implement(
  closeCustomerView,
  async ({ db, request }: Pick<Call, 'db' | 'request'>) => {
    const secret = request.headers['x-customer-view']
    if (typeof secret !== 'string' || !looksLikeSecret(secret)) return {}
    const {
      rows: [closed],
    } = await sql<Opened>`
    update customer_sessions v set ended_at = now() from customer_sign_in_links l, staff p
    where v.token_hash = ${digest(secret)} and v.ended_at is null and l.id = v.link_id and p.id = l.staff_id
    returning v.customer_id, l.staff_id, l.reason, p.name, p.email`.execute(db)
    if (closed) {
      await appendAudit(db, [{ action: 'close-view', ...traceOfCustomer(closed.customer_id), reason: closed.reason }], {
        actor: actorOf(closed),
        requestId: request.id,
        address: request.clientAddress,
      })
    }
    return {}
  },
)
