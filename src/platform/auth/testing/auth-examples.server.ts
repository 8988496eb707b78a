import { sql } from 'kysely'
import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { ipRanges } from '../addresses/ip-ranges.ts'
import { ipTrusts } from '../addresses/ip-trusts.ts'
import { ipVerifications } from '../addresses/ip-verifications.ts'
import { staff } from '../sign-in/staff.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(staff, (n) => ({
    values: { email: `colleague-${n}@example.com` },
    columns: {
      first_name: `Colleague ${n}`,
      last_name: 'Sample',
      role_id: sql`(select id from roles where name = 'read-only')`,
    },
  })),
  // They turn the check of addresses on, so each of them has to admit the machine that runs the tests. When they were last
  // seen lies ahead, because every call of a test is another look.
  exampleOf(ipRanges, (n) => ({
    values: {
      range: pick(['127.0.0.1/32', `127.0.0.0/${8 + (n % 17)}`], n),
      expiresAt: n % 2 ? null : `2099-01-${10 + (n % 18)}T00:00:00.000Z`,
      lastSeenAt: `2098-01-${10 + (n % 18)}T00:00:00.000Z`,
    },
  })),
  exampleOf(ipTrusts, (n) => ({
    values: { network: `192.0.2.${n}` },
    columns: { staff_id: sql`(select max(id) from staff)` },
  })),
  exampleOf(ipVerifications, (n) => ({
    values: { network: `192.0.2.${n}`, address: `192.0.2.${n}`, decidedAt: n % 2 ? null : '2026-06-01T10:00:00.000Z' },
    columns: {
      staff_id: sql`(select max(id) from staff)`,
      status: n % 2 ? 'pending' : 'denied',
      user_agent: `Sample/${n}`,
    },
  })),
]
