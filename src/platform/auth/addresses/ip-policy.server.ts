import { sql } from 'kysely'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Range } from '../../../core/ip-address.ts'
import { contains, ownNetworkOf, parseAddress, parseRange } from '../../../core/ip-address.ts'
import { unknownAddress } from '../../../core/unknown-address.ts'

/** How long a read policy is trusted, in milliseconds: the longest that another instance's change takes to apply. */
const believedFor = 1_000
/** After a change by this instance: how long every request reads the policy again, since its commit time is unknown. */
const watchedFor = 2_000

interface KnownRange {
  readonly id: number
  readonly range: Range
  readonly endsAt: number
}

/** The ranges as they were at some version of the policy. */
interface IpPolicy {
  /** False while no range is configured: every address will do. */
  readonly isOn: boolean
  /** The id of a range that admits the address now; null when none does. */
  rangeOf(address: string): number | null
}

let changedAt = Number.NEGATIVE_INFINITY

/** Called inside the transaction by any code that changes ranges or trusts. */
export function expectPolicyChange(): void {
  changedAt = performance.now()
}

export interface PolicyReader {
  /**
   * The policy, at most a second old; one that this instance changed is never old. Asks the pool: not for use inside a
   * transaction.
   */
  read(): Promise<IpPolicy>
  /** The policy as it was last read, for use inside a transaction. */
  known(): IpPolicy
  /** Whether a person has proved that the address is theirs. Remembered like the policy. */
  isTrusted(staffId: number, address: string): Promise<boolean>
}

interface Answer {
  version: number
  ranges: { id: number; range: string; expires_at: string | null }[] | null
}

const look = `
  select version, case when version <> $1 then (
    select coalesce(json_agg(json_build_object('id', id, 'range', range, 'expires_at', expires_at)), '[]') from ip_ranges
  ) end as ranges from ip_policy`

const trusted = `
  select 1 from ip_trusts where staff_id = $1 and network = $2 and expires_at > now()`

/** Trusts remembered at most; a flood of addresses must cost no memory. */
const trustsKept = 2_000

/** Reads the policy of one database, as seldom as acting within a second allows. */
export function createPolicyReader(db: Database): PolicyReader {
  let version = 0
  let policy: IpPolicy = { isOn: false, rangeOf: () => null }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<IpPolicy> | null = null
  let trusts = new Set<string>()

  function isFresh(): boolean {
    const now = performance.now()
    return now - readAt < believedFor && now - changedAt > watchedFor
  }

  async function readAgain(): Promise<IpPolicy> {
    const startedAt = performance.now()
    const {
      rows: [answer],
    } = await db.pool.query<Answer>({ name: 'ip-policy', text: look, values: [version] })
    if (!answer) throw new Error('The policy for addresses is missing.')
    if (answer.ranges !== null) {
      policy = policyOf(answer.ranges)
      version = answer.version
    }
    // Even without a change: a trust expires by itself.
    trusts = new Set()
    readAt = startedAt
    return policy
  }

  return {
    async read() {
      if (isFresh()) return policy
      // Requests that arrive together share one read, unless it could have begun before a change.
      if (performance.now() - changedAt <= watchedFor) return readAgain()
      reading ??= readAgain().finally(() => {
        reading = null
      })
      return reading
    },
    known: () => policy,
    async isTrusted(staffId, address) {
      const network = ownNetworkOf(address)
      if (network === null) return false
      const key = `${staffId} ${network}`
      if (trusts.has(key)) return true
      const known = trusts
      const { rows } = await db.pool.query({ name: 'ip-trust', text: trusted, values: [staffId, network] })
      if (rows.length > 0 && known.size < trustsKept) known.add(key)
      return rows.length > 0
    },
  }
}

function policyOf(rows: NonNullable<Answer['ranges']>): IpPolicy {
  const ranges = rows.flatMap(({ id, range, expires_at }): KnownRange[] => {
    const parsed = parseRange(range)
    return parsed
      ? [{ id, range: parsed, endsAt: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) }]
      : []
  })
  return {
    // This also applies when all ranges have expired: time alone must not open the door to everyone.
    isOn: rows.length > 0,
    rangeOf(address) {
      const parsed = parseAddress(address)
      if (!parsed) return null
      const now = Date.now()
      return ranges.find(({ range, endsAt }) => endsAt > now && contains(range, parsed))?.id ?? null
    },
  }
}

/** Whether an address is in a range that is active now, as the transaction sees them; `except` leaves one out. */
export async function isInAnyRange(db: Db, address: string, except: number | null = null): Promise<boolean> {
  const { rows } = await sql<{ id: number; range: string; expires_at: string | null }>`
    select id, range, expires_at from ip_ranges where id is distinct from ${except}`.execute(db)
  return policyOf(rows).rangeOf(address) !== null
}

/** Whether there are ranges at all, besides the one that is left out. */
export async function hasRanges(db: Db, except: number | null = null): Promise<boolean> {
  const { rows } = await sql`select 1 from ip_ranges where id is distinct from ${except} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a person has proved that the address is theirs, as the transaction sees it. */
export async function isTrustedAddress(db: Db, staffId: number, address: string): Promise<boolean> {
  const network = ownNetworkOf(address)
  if (network === null) return false
  const { rows } = await sql`
    select 1 from ip_trusts where staff_id = ${staffId} and network = ${network} and expires_at > now()`.execute(db)
  return rows.length > 0
}

/** How an address is called in a sentence. */
export function addressInWords(address: string): string {
  return parseAddress(address)?.kind() === 'ipv4'
    ? address
    : address === unknownAddress
      ? 'an unknown address'
      : `${address} (IPv6)`
}
