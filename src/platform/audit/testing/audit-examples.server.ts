import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { audit } from '../audit.ts'

export const examples: readonly ResourceExample[] = [
  // Rows of the chain: every field of them is derived, so all of it is in the columns.
  exampleOf(audit, (n) => {
    const isOfPerson = n % 3 > 0
    return {
      columns: {
        actor_kind: isOfPerson ? 'staff' : 'system',
        actor_id: isOfPerson ? n : null,
        actor_name: isOfPerson ? `Person ${n}` : 'jobs',
        actor_email: isOfPerson ? `person-${n}@example.com` : null,
        actor_role: isOfPerson ? 'finance' : null,
        ...(n % 4 === 0 && {
          real_actor_id: 100 + n,
          real_actor_name: `Behind ${n}`,
          real_actor_email: `behind-${n}@example.com`,
        }),
        elevated_from: n % 5 === 0 ? 'read-only' : null,
        action: pick(['update', 'refused', 'sign-in-refused', 'create'], n),
        object: pick(['coupons', 'sessions'], n),
        record_id: n % 2 ? String(n) : null,
        title: n % 4 ? `Sample ${n}` : null,
        before: n % 2 ? JSON.stringify({ name: 'Old', percent: n }) : null,
        after: n % 3 ? JSON.stringify({ name: 'New', isFirstPurchaseOnly: true }) : null,
        reason: n % 3 === 0 ? `Because of ${n}` : null,
        request_id: n % 2 ? `request-${n}` : null,
        address: n % 2 ? '192.0.2.7' : '2001:db8::7',
      },
    }
  }),
]
