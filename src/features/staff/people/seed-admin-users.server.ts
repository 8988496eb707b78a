import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { digest, newSecret } from '../../../platform/auth/sign-in/tokens.server.ts'

const domain = '@demo.marquee.example'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

interface Colleague {
  readonly name: readonly [first: string, last: string]
  readonly role: string
  readonly status: 'invited' | 'active' | 'suspended'
  readonly because?: string
  /** Browser, address, hours since it was opened and since it was last seen; ended unless it was seen just now. */
  readonly sessions?: readonly (readonly [
    userAgent: string,
    address: string,
    openedHoursAgo: number,
    seenHoursAgo: number,
  ])[]
}

/** Colleagues that no one signs in as: they make the staff lists realistic. */
const colleagues: readonly Colleague[] = [
  {
    name: ['Beatriz', 'Carvalho'],
    role: 'admin',
    status: 'active',
    sessions: [
      [mac, '203.0.113.20', 3, 0.05],
      [phone, '198.51.100.77', 30, 26],
    ],
  },
  {
    name: ['Jonas', 'Lindqvist'],
    role: 'sales-agent',
    status: 'active',
    sessions: [
      [windows, '203.0.113.41', 5, 0.1],
      [windows, '203.0.113.41', 29, 22],
    ],
  },
  {
    name: ['Priya', 'Raman'],
    role: 'catalogue-editor',
    status: 'active',
    sessions: [[firefox, '2001:db8:40::18', 2, 0.2]],
  },
  { name: ['Dario', 'Bianchi'], role: 'finance', status: 'active', sessions: [[mac, '203.0.113.52', 76, 70]] },
  { name: ['Sophie', 'Vandamme'], role: 'sales-agent', status: 'invited' },
  { name: ['Kwame', 'Mensah'], role: 'catalogue-editor', status: 'invited' },
  {
    name: ['Oliver', 'Grant'],
    role: 'sales-agent',
    status: 'suspended',
    because: 'Left the company at the end of the season',
    sessions: [[windows, '203.0.113.60', 900, 893]],
  },
]

/**
 * Adds colleagues with sessions, requests and temporary access. Safe to run again; does nothing without the demo
 * people.
 */
export async function seedAdminUsers(trx: Db): Promise<void> {
  const {
    rows: [boss],
  } = await sql<{ id: number }>`select id from staff where email = ${`ingrid.solheim${domain}`}`.execute(trx)
  if (!boss) return
  for (const [index, colleague] of colleagues.entries()) await addColleague(trx, boss.id, colleague, index)
  await addElevations(trx, boss.id)
}

async function addColleague(
  trx: Db,
  boss: number,
  { name: [first, last], role, status, because, sessions = [] }: Colleague,
  index: number,
): Promise<void> {
  const email = `${first}.${last}${domain}`.toLowerCase()
  const days = 400 - index * 45
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into staff (email, first_name, last_name, role_id, status, google_sub, invited_by, created_at, last_login_at)
    select ${email}, ${first}, ${last}, id, ${status === 'invited' ? 'invited' : 'active'}, ${status === 'invited' ? null : `colleague:${email}`}, ${boss},
      now() - make_interval(days => ${status === 'invited' ? index : days}), now() - make_interval(secs => ${(sessions[0]?.[2] ?? 0) * 3600})
    from roles where name = ${role} on conflict (email) do nothing returning id`.execute(trx)
  if (!made) return
  if (sessions.length === 0) await sql`update staff set last_login_at = null where id = ${made.id}`.execute(trx)
  for (const [userAgent, address, opened, seen] of sessions) {
    const isOver = seen > 0.5
    // No one ever had these tokens: they only give the list something to show.
    await sql`
      insert into sessions (staff_id, token_hash, sid_hash, address, user_agent, created_at, last_seen_at, expires_at, ended_at, ended_because)
      values (${made.id}, ${digest(newSecret())}, ${digest(newSecret())}, ${address}, ${userAgent}, now() - make_interval(secs => ${opened * 3600}),
        now() - make_interval(secs => ${seen * 3600}), now() - make_interval(secs => ${opened * 3600}) + interval '8 hours',
        case when ${isOver} then now() - make_interval(secs => ${seen * 3600}) end, case when ${isOver} then 'signed-out' end)`.execute(
      trx,
    )
  }
  if (status === 'suspended')
    await sql`update staff set status = 'suspended', suspended_because = ${because ?? null} where id = ${made.id}`.execute(
      trx,
    )
}

async function addElevations(trx: Db, boss: number): Promise<void> {
  const asks = [
    {
      who: `jonas.lindqvist${domain}`,
      role: 'finance',
      minutes: 60,
      reason: 'A customer at the venue needs a refund before the show; Hiroshi is on leave',
      daysAgo: 0,
      granted: false,
    },
    {
      who: `priya.raman${domain}`,
      role: 'sales-agent',
      minutes: 120,
      reason: 'Helping on the phones during the Champions League presale',
      daysAgo: 12,
      granted: true,
    },
  ]
  for (const { who, role, minutes, reason, daysAgo, granted } of asks) {
    await sql`
      insert into elevations (staff_id, role_id, role_name, minutes, reason, requested_by, requested_at, lapses_at, decision, decided_by, decided_at, ends_at, answer)
      select p.id, r.id, r.name, ${minutes}, ${reason}, p.id, a.at, a.at + interval '24 hours', case when ${granted} then 'granted' end,
        case when ${granted} then ${boss}::bigint end, case when ${granted} then a.at end,
        case when ${granted} then a.at + make_interval(mins => ${minutes}) end, case when ${granted} then 'Thank you for helping out' end
      from staff p, roles r, (select now() - make_interval(days => ${daysAgo}, mins => 25) as at) a
      where p.email = ${who} and r.name = ${role} and not exists (select from elevations e where e.staff_id = p.id)`.execute(
      trx,
    )
  }
}
