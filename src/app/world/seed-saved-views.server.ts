import { sql } from 'kysely'
import type { Filter } from '../../core/list/list-query.ts'
import type { Db } from '../../db/tables.server.ts'
import { viewText } from '../../core/list/saved-views.ts'

interface DemoView {
  readonly owner: string
  readonly resource: string
  readonly list: string
  readonly name: string
  readonly filter: Filter
  readonly sort: string
  readonly columns?: readonly string[]
  /** Whose people open the list with it. */
  readonly role?: string
}

const domain = '@demo.marquee.example'

const views: readonly DemoView[] = [
  {
    owner: 'amara.okonkwo',
    resource: 'purchases',
    list: 'purchases/list',
    name: 'Awaiting tickets',
    filter: { bookingStatus: ['confirmed'], fulfilmentStatus: ['awaiting_tickets', 'failed'] },
    sort: 'travelDate',
  },
  {
    owner: 'hiroshi.tanabe',
    resource: 'purchases',
    list: 'purchases/list',
    name: 'Failed refunds',
    filter: { refundState: ['failed'] },
    sort: 'dueAt',
    role: 'finance',
    columns: [
      'reference',
      'createdAt',
      'customerName',
      'title',
      'grandTotal',
      'paymentStatus',
      'nextStep',
      'dueAt',
      'providerId',
      'assigneeId',
    ],
  },
  {
    owner: 'amara.okonkwo',
    resource: 'purchases',
    list: 'purchases/events/list',
    name: 'Next shows without tickets',
    filter: { bookingStatus: ['confirmed'], fulfilmentStatus: ['awaiting_tickets'] },
    sort: 'travelDate',
  },
  {
    owner: 'ingrid.solheim',
    resource: 'coupons',
    list: 'coupons/list',
    name: 'Running out soon',
    filter: { state: ['active'] },
    sort: 'validUntil',
  },
  {
    owner: 'mateo.villanueva',
    resource: 'matches',
    list: 'matches/list',
    name: 'High demand',
    filter: { isPast: false, demandTier: ['a'] },
    sort: 'startsAt',
    role: 'catalogue-editor',
  },
  {
    owner: 'ingrid.solheim',
    resource: 'coupons',
    list: 'coupons/list',
    name: 'Most used',
    filter: { timesUsed: { gte: 1 } },
    sort: '-timesUsed',
  },
]

/** Views that teams share. Safe to run again, and nothing without the demo people. */
export async function seedSavedViews(trx: Db): Promise<void> {
  for (const { owner, resource, list, name, filter, sort, columns, role } of views) {
    const query = viewText({ filter: JSON.stringify(filter), sort, ...(columns && { columns: columns.join(',') }) })
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into saved_views (resource, list, owner_id, name, query, is_shared)
      select ${resource}, ${list}, id, ${name}, ${query}, true from staff where email = ${`${owner}${domain}`}
      on conflict (owner_id, resource, list, lower(name)) do nothing returning id`.execute(trx)
    if (!made || role === undefined) continue
    await sql`
      insert into saved_view_role_defaults (role_id, resource, list, view_id)
      select id, ${resource}, ${list}, ${made.id} from roles where name = ${role} on conflict do nothing`.execute(trx)
  }
}
