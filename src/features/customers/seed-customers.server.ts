import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

interface DemoRandom {
  int(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

const notes = [
  'Prefers to be written to, not called: works nights.',
  'Asked for aisle seats because of a knee. Always ask before moving seats.',
  'Paid twice in spring by mistake; the second payment went back the same day.',
  'Organises the trips of a school class. Wants one invoice for all.',
  'Speaks little English. Write in the language of the profile.',
  'Complained about the meeting point of a walking tour. Apologised with a coupon.',
]
const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_2) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
]

/**
 * Sessions and notes of the most recently active customers. `now` is the end of the story. Safe to repeat on empty
 * tables.
 */
export async function seedCustomerLife(trx: Db, random: DemoRandom, now: string): Promise<void> {
  await sql`
    insert into customer_consents (customer_id, purpose, is_given, source, text_version, decided_at)
    select id, 'marketing_email', true, 'checkout', '2026-01', marketing_consent_at from customers
    where marketing_consent_at is not null order by marketing_consent_at, id`.execute(trx)
  const { rows: customers } = await sql<{ id: number; country: string | null }>`
    select c.id, (select code from countries where id = c.country_id) as country from customers c
    where c.status = 'active' order by c.last_seen_at desc nulls last, c.id limit 60`.execute(trx)
  const { rows: staff } = await sql<{ id: number }>`
    select s.id from staff s join roles r on r.id = s.role_id where s.status = 'active' and r.name in ('admin', 'sales-agent') order by s.id`.execute(
    trx,
  )
  const at = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
  const sessions = customers.flatMap(({ id, country }, index) =>
    Array.from({ length: index % 3 === 0 ? 2 : 1 }, (_, n) => {
      const seen = random.int(1, 4_000)
      // No secret matches this hash.
      return {
        id,
        country,
        agent: random.pick(agents),
        secret: `demo ${id} ${n} ${random.int(0, 1e9)}`,
        seen: at(seen),
        since: at(seen + random.int(30, 9_000)),
      }
    }),
  )
  await sql`
    insert into customer_sessions (customer_id, token_hash, address, user_agent, country, created_at, last_seen_at, expires_at)
    select g.id, sha256(convert_to(g.secret, 'UTF8')), '192.0.2.' || (1 + g.id % 250), g.agent, g.country, g.since, g.seen, g.since + interval '30 days'
    from unnest(${sessions.map(({ id }) => id)}::bigint[], ${sessions.map(({ secret }) => secret)}::text[], ${sessions.map(({ agent }) => agent)}::text[],
      ${sessions.map(({ country }) => country)}::text[], ${sessions.map(({ since }) => since)}::timestamptz[], ${sessions.map(({ seen }) => seen)}::timestamptz[])
      as g (id, secret, agent, country, since, seen)`.execute(trx)
  if (staff.length === 0) return
  const written = customers
    .filter((_, index) => index % 4 === 0)
    .map(({ id }) => ({
      id,
      body: random.pick(notes),
      author: random.pick(staff).id,
      at: at(random.int(600, 60_000)),
    }))
  await sql`
    insert into record_notes (resource, record_id, body, author_id, created_at)
    select 'customers', g.* from unnest(${written.map(({ id }) => id)}::bigint[], ${written.map(({ body }) => body)}::text[], ${written.map(({ author }) => author)}::bigint[],
      ${written.map((note) => note.at)}::timestamptz[]) as g`.execute(trx)
}
