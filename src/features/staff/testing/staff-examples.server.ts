import { sql } from 'kysely'
import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { adminUsers } from '../people/admin-users.ts'
import { elevations } from '../people/elevations.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(adminUsers, (n) => {
    const status = pick(['invited', 'active', 'suspended'], n)
    return {
      values: { email: `admin-user-${n}@example.com`, status },
      columns: {
        first_name: `Admin ${n}`,
        last_name: 'User',
        role_id: sql`(select id from roles where name = 'read-only')`,
        google_sub: status === 'invited' ? null : `sample-${n}`,
      },
    }
  }),
  exampleOf(elevations, (n) => {
    const at = `2026-06-01T10:${10 + (n % 50)}:00.000Z`
    const answered =
      n % 2
        ? { decision: null, decidedAt: null, answer: null, endedAt: at, endedBecause: 'withdrawn' }
        : { decision: 'refused', decidedAt: at, answer: `Not today, number ${n}`, endedAt: null, endedBecause: null }
    return {
      values: {
        ...answered,
        endsAt: null,
        roleName: 'finance',
        minutes: 5 + (n % 400),
        reason: `A reason of some length, number ${n}`,
      },
      columns: { role_id: sql`(select id from roles where name = 'finance')` },
    }
  }),
]
