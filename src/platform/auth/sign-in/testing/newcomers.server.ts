import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type SignInSetup, startSignIn } from './sign-in.server.ts'

export let at: SignInSetup

/** Starts the product for the tests of a file, and stops it after them. */
export function serveSignIn(): void {
  beforeAll(async () => {
    at = await startSignIn({ postgresUrl: inject('postgresUrl'), name: 'sign-in' })
  }, 120_000)
  afterAll(() => at.close())
}

interface Body {
  token?: string
  error?: string
  message?: string
  fields?: Record<string, string>
  requestId?: string
}
export async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body
}

export async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(at.db.kysely)
  return rows[0]?.n ?? -1
}

let people = 0
/** An invitation of its own, and the claims of the person who accepts it. */
export async function newcomer(role?: string) {
  const n = ++people
  const email = `person${n}@marquee.example`
  const id = await at.invite(email, role)
  return { id, email, claims: { email, sub: `sub-${n}` } }
}
