import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { msg, t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'

class Rehearsed extends Error {}

/** What the database's rules about taking pages down are called, so that each is said in the reader's language. */
const rules: Readonly<Record<string, string>> = {
  a_required_page_is_never_taken_down: msg('a required page is never taken down'),
}

/**
 * Why a page can never be taken down, or null: its end is planned in a transaction that is not committed, the only way to
 * say beforehand what the database would say. Nobody is then offered a command that is always refused.
 */
export async function whyItStays(db: Db, resource: AnyResource, id: number): Promise<string | null> {
  try {
    await rehearse(db, async (trx) => {
      await sql`update ${sql.table(tableOf(resource))} set unpublish_at = now() + interval '1 day' where id = ${id}`.execute(trx)
    })
  } catch (error) {
    if (isRule(error)) return t('It stays: {rule}.', { rule: t(rules[error.constraint] ?? error.constraint.replaceAll('_', ' ')) })
    throw error
  }
  return null
}

function isRule(error: unknown): error is { readonly constraint: string } {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23514' && 'constraint' in error && typeof error.constraint === 'string'
}

async function rehearse(db: Db, act: (trx: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await act(trx)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}
