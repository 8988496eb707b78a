import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { issueKey } from './api-keys.server.ts'
import type { ApiScope } from './api-users.ts'

interface DemoRandom {
  int(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

interface Partner {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly scopes: readonly ApiScope[]
  readonly status?: 'suspended'
  readonly perDay: number
  /** Calls an hour at noon. */
  readonly pace: number
  /** In a thousand. */
  readonly errors: number
  readonly ranges?: readonly string[]
  readonly notes?: string
}

const partners: readonly Partner[] = [
  {
    name: 'Trip planner',
    company: 'Wanderlust GmbH',
    email: 'platform@wanderlust.example',
    scopes: ['catalogue:read', 'prices:read', 'availability:read'],
    perDay: 50_000,
    pace: 2_400,
    errors: 4,
    ranges: ['192.0.2.0/24', '2001:db8:12::/48'],
  },
  {
    name: 'Hotel concierge',
    company: 'Casa Bonita Hotels',
    email: 'it@casabonita.example',
    scopes: ['catalogue:read', 'prices:read', 'orders'],
    perDay: 10_000,
    pace: 310,
    errors: 11,
  },
  {
    name: 'Weekend newsletter',
    company: 'City Weekly',
    email: 'dev@cityweekly.example',
    scopes: ['catalogue:read', 'reviews:read'],
    perDay: 5_000,
    pace: 40,
    errors: 2,
  },
  {
    name: 'Price comparison',
    company: 'Ticketscan',
    email: 'feeds@ticketscan.example',
    scopes: ['catalogue:read', 'prices:read', 'availability:read'],
    perDay: 20_000,
    pace: 900,
    errors: 160,
    notes: 'Asks for performances that are long over. Wrote to them about it.',
  },
  {
    name: 'Airline magazine',
    company: 'Northwind Air',
    email: 'digital@northwind.example',
    scopes: ['catalogue:read'],
    status: 'suspended',
    perDay: 1_000,
    pace: 0,
    errors: 0,
    notes: 'Contract ended; may come back in spring.',
  },
  {
    name: 'Research',
    company: 'University of Lund',
    email: 'tourism-lab@lund.example',
    scopes: ['catalogue:read', 'reviews:read'],
    perDay: 2_000,
    pace: 15,
    errors: 0,
  },
]
/** What partners with each scope call most, with its share of an API user's calls. */
const endpoints: readonly (readonly [ApiScope | null, string, number])[] = [
  [null, 'GET /v1/me', 0.02],
  ['catalogue:read', 'GET /v1/products', 0.5],
  ['catalogue:read', 'GET /v1/products/:id', 0.9],
  ['prices:read', 'GET /v1/events', 0.7],
  ['availability:read', 'GET /v1/performances', 0.8],
  ['reviews:read', 'GET /v1/cities', 0.3],
]
const days = 21

/** Partners with random keys and three weeks of calls up to `now`. Adds nothing if there are API users already. */
export async function seedApiUsers(trx: Db, random: DemoRandom, now: string): Promise<void> {
  const {
    rows: [found],
  } = await sql<{ some: boolean }>`select exists (select from discovery_api_users) as some`.execute(trx)
  if (found?.some) return
  const end = Math.floor(Date.parse(now) / 3_600_000) * 3_600_000
  for (const [index, partner] of partners.entries()) {
    const {
      rows: [user],
    } = await sql<{ id: number }>`
      insert into discovery_api_users (name, company, email, scopes, status, quota_per_minute, quota_per_day, allowed_ranges, notes, created_at)
      values (${partner.name}, ${partner.company}, ${partner.email}, ${partner.scopes}, ${partner.status ?? 'active'}, ${Math.max(10, Math.round(partner.perDay / 100))},
        ${partner.perDay}, ${partner.ranges ?? []}::text[], ${partner.notes ?? null}, ${new Date(end - (200 - index * 17) * 86_400_000).toISOString()}) returning id`.execute(
      trx,
    )
    const id = user?.id ?? 0
    const key = await issueKey(trx, id, system('demo data'))
    await sql`update discovery_api_keys set created_at = (select created_at from discovery_api_users where id = ${id}),
      last_used_at = ${partner.pace > 0 ? new Date(Date.parse(now) - random.int(1, 90) * 60_000).toISOString() : null} where id = ${key.id}`.execute(
      trx,
    )
    const rows = callsOf(partner, random, end)
    await sql`
      insert into discovery_api_usage (user_id, hour, endpoint, calls, errors, throttled, milliseconds)
      select ${id}, * from unnest(${rows.map(({ hour }) => hour)}::timestamptz[], ${rows.map(({ endpoint }) => endpoint)}::text[], ${rows.map(({ calls }) => calls)}::int[],
        ${rows.map(({ errors }) => errors)}::int[], ${rows.map(({ throttled }) => throttled)}::int[], ${rows.map(({ milliseconds }) => milliseconds)}::bigint[])`.execute(
      trx,
    )
    const today = new Date(end).toISOString().slice(0, 10)
    const taken = rows.filter(({ hour }) => hour.startsWith(today)).reduce((sum, { calls }) => sum + calls, 0)
    await sql`insert into discovery_api_leases (user_id, seconds, starts_at, taken)
      values (${id}, 86400, ${`${today}T00:00:00Z`}, ${Math.min(taken, partner.perDay)})`.execute(trx)
  }
}

function callsOf({ pace, scopes, errors: perThousand }: Partner, random: DemoRandom, end: number) {
  if (pace === 0) return []
  return Array.from({ length: days * 24 }, (_, back) => back).flatMap((back) => {
    const at = new Date(end - back * 3_600_000)
    // People plan trips in the daytime, and more of them at the weekend.
    const share =
      (0.15 + 0.85 * Math.sin((Math.PI * at.getUTCHours()) / 24) ** 2) * ([0, 6].includes(at.getUTCDay()) ? 1.4 : 1)
    return endpoints
      .filter(([scope]) => scope === null || scopes.includes(scope))
      .flatMap(([, endpoint, weight]) => {
        const calls = Math.round((pace * share * weight * random.int(70, 130)) / 300)
        if (calls === 0) return []
        const errors = Math.min(calls, Math.round((((calls * perThousand) / 1_000) * random.int(50, 150)) / 100))
        return [
          {
            hour: at.toISOString(),
            endpoint,
            calls,
            errors,
            throttled: random.int(0, 20) === 0 ? Math.floor(errors / 3) : 0,
            milliseconds: calls * random.int(4, 22),
          },
        ]
      })
  })
}
