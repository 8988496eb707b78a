import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'

/** How long a break-glass code can be used, in minutes. */
export const breakGlassMinutes = 15
/** For how many days it opens an address: long enough to put the ranges right. */
export const breakGlassDays = 1

// Crockford's alphabet: none of its letters is taken for a digit when it is read out.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twenty characters of five random bits each. */
function newBreakGlassCode(): string {
  return [...randomBytes(20)].map((byte) => alphabet.charAt(byte % 32)).join('')
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

export interface BreakGlass {
  readonly email: string
  /** In groups, to be read out. */
  readonly code: string
  readonly minutes: number
}

/**
 * Makes a code that lets one active member of staff in from wherever they are, once. For the command line, where
 * whoever can run it owns the data anyway. Must run in a transaction, which it audits. Earlier codes of the person end.
 *
 * @throws Refusal 404 when nobody active has the address
 */
export async function makeBreakGlass(db: Db, address: string): Promise<BreakGlass> {
  const email = address.trim().toLowerCase()
  const { rows: [person] } = await sql<{ id: number }>`select id from staff where email = ${email} and status = 'active'`.execute(db)
  if (!person) throw new Refusal(404, t('Nobody active on the staff has the address {email}. For a new admin there is: npm run staff -- add-admin <email>', { email }))
  const code = newBreakGlassCode()
  await sql`delete from ip_break_glass_codes where staff_id = ${person.id} and used_at is null`.execute(db)
  await sql`
    insert into ip_break_glass_codes (staff_id, code_hash, expires_at)
    values (${person.id}, ${hashOf(code)}, now() + make_interval(mins => ${breakGlassMinutes}))`.execute(db)
  await appendAudit(db, [{
    action: 'make-break-glass', object: 'admin-users', recordId: person.id, title: email, after: { minutes: breakGlassMinutes },
    reason: 'Made at the command line, to let somebody in whom the IP ranges keep out.',
  }], { actor: system('command line') })
  return { email, code: code.replace(/(.{5})(?=.)/g, '$1-'), minutes: breakGlassMinutes }
}

/** Uses a code up; answers whether it was good. Of two who come at once only one gets it. */
export async function useBreakGlass(db: Db, staffId: number, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ip_break_glass_codes set used_at = now()
    where staff_id = ${staffId} and code_hash = ${hashOf(code)} and used_at is null and expires_at > now()`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
