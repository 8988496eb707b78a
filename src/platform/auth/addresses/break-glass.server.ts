import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { foldEmail } from '../../../core/email.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'

/** How long a break-glass code can be used, in minutes. */
const breakGlassMinutes = 15
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
 * Creates a code that lets one active staff member in from any address, once. For the command line: anyone who can run
 * it has full access to the data anyway. Must run in a transaction, which it audits. The person's earlier codes expire.
 *
 * @throws Refusal 404 when no active staff member has the address
 */
export async function makeBreakGlass(db: Db, address: string): Promise<BreakGlass> {
  const email = foldEmail(address)
  const {
    rows: [person],
  } = await sql<{ id: number }>`select id from staff where email = ${email} and status = 'active'`.execute(db)
  if (!person)
    throw new Refusal(
      404,
      t('No active colleague has the address {email}. To add an admin, run: npm run staff -- add-admin <email>', {
        email,
      }),
    )
  const code = newBreakGlassCode()
  await sql`delete from ip_break_glass_codes where staff_id = ${person.id} and used_at is null`.execute(db)
  await sql`
    insert into ip_break_glass_codes (staff_id, code_hash, expires_at)
    values (${person.id}, ${hashOf(code)}, now() + make_interval(mins => ${breakGlassMinutes}))`.execute(db)
  await appendAudit(
    db,
    [
      {
        action: 'make-break-glass',
        object: 'admin-users',
        recordId: person.id,
        title: email,
        after: { minutes: breakGlassMinutes },
        reason: 'Created from the command line, for a person whom the IP ranges keep out.',
      },
    ],
    { actor: system('command line') },
  )
  return { email, code: code.replace(/(.{5})(?=.)/g, '$1-'), minutes: breakGlassMinutes }
}

/** Uses a code up; answers whether it was good. Of two who come at once only one gets it. */
export async function useBreakGlass(db: Db, staffId: number, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ip_break_glass_codes set used_at = now()
    where staff_id = ${staffId} and code_hash = ${hashOf(code)} and used_at is null and expires_at > now()`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
