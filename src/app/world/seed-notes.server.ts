import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

interface DemoRandom {
  int(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

interface Written {
  readonly resource: string
  /** Which records they are about, best first: an SQL condition and an order over the resource's table. */
  readonly table: string
  readonly order: string
  readonly where?: string
  /** Each text is about a record of its own; those of one entry are about the same. Whose notes they are, by role. */
  readonly texts: readonly (readonly (readonly [role: string, body: string])[])[]
}

const editor = 'catalogue-editor'
const agent = 'sales-agent'

const written: readonly Written[] = [
  {
    resource: 'purchases',
    table: 'purchases',
    where: `fulfilment_status = 'awaiting_tickets'`,
    order: 'travel_date, id',
    texts: [
      [
        [agent, 'Called the box office: tickets come by courier on the day before, not by email. Told the customer.'],
        ['finance', 'Invoice has to name the company, not the traveller. VAT number is in the booking questions.'],
      ],
      [[agent, 'Two seats must stay together: one of them pushes a wheelchair. Do not take a split offer.']],
      [[agent, 'Supplier says the voucher was sent twice. Only the second one works at the gate.']],
    ],
  },
  {
    resource: 'coupons',
    table: 'coupons',
    where: `status = 'active'`,
    order: 'id',
    texts: [
      [
        ['finance', 'Agreed with the newspaper until the end of the season. Do not extend before they have answered.'],
        [agent, 'Readers type it with a blank in the middle. It works anyway, tell them so.'],
      ],
      [[agent, 'Meant for apologies only. Say in the ticket what it was for.']],
    ],
  },
  {
    resource: 'venues',
    table: 'venues',
    where: `publication = 'published'`,
    order: 'id',
    texts: [
      [
        [
          editor,
          'The map of the upper tier is from before the renovation: rows 20 to 24 are gone. A new one is promised for spring.',
        ],
      ],
      [
        [editor, 'Gate C is closed on match days. Ask the venue before naming gates in texts.'],
        ['admin', 'Confirmed by the venue’s manager on the phone.'],
      ],
    ],
  },
  {
    resource: 'products',
    table: 'products',
    where: `status = 'live'`,
    order: 'review_count desc, id',
    texts: [
      [[editor, 'The supplier’s photos show the summer route. Ours are right: keep the override.']],
      [
        [
          editor,
          'They answer on Mondays and Thursdays only. Questions about the meeting point go to the guide, not to the office.',
        ],
      ],
    ],
  },
  {
    resource: 'aliases',
    table: 'aliases',
    where: `selection_policy = 'pinned'`,
    order: 'member_count desc, id',
    texts: [
      [
        [editor, 'Pinned on purpose until the cheaper supplier has proved that its audio guides work.'],
        ['admin', 'Look at it again when they have 50 orders.'],
      ],
    ],
  },
  {
    resource: 'aliases',
    table: 'aliases',
    where: `publication = 'published' and selection_policy <> 'pinned'`,
    order: 'member_count desc, id',
    texts: [[[editor, 'The word “skip-the-line” stays out of this title: the museum has complained about it.']]],
  },
  {
    resource: 'events',
    table: 'events',
    where: `publication = 'published'`,
    order: 'id',
    texts: [
      [[editor, 'The promoter wants the support act named from March on, not earlier.']],
      [[editor, 'Doors are 90 minutes before, the website of the venue is wrong about it.']],
      [[agent, 'The promoter sends changes by email: ask there before moving anything.']],
    ],
  },
  {
    resource: 'performers',
    table: 'performers',
    order: 'id',
    texts: [[[editor, 'Management asks us to write the name in capitals. We do not: house style.']]],
  },
  {
    resource: 'static-pages',
    table: 'static_pages',
    order: 'id',
    texts: [[['admin', 'Read by our lawyers in autumn. Tell them before you change more than a comma.']]],
  },
]

/**
 * Notes staff have left each other about records of several kinds, in the weeks before `now` (ISO 8601). Nothing where
 * those people don't exist.
 */
export async function seedNotes(trx: Db, random: DemoRandom, now: string): Promise<void> {
  const { rows: staff } = await sql<{ id: number; role: string }>`
    select min(s.id) as id, r.name as role from staff s join roles r on r.id = s.role_id where s.status = 'active' group by r.name`.execute(
    trx,
  )
  const people = new Map(staff.map(({ id, role }) => [role, id]))
  const notes: { resource: string; recordId: number; body: string; author: number; at: string }[] = []
  for (const { resource, table, where = 'true', order, texts } of written) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where ${sql.raw(where)} order by ${sql.raw(order)} limit ${texts.length}`.execute(
      trx,
    )
    for (const [place, { id }] of rows.entries()) {
      let minutes = random.int(20_000, 60_000)
      for (const [role, body] of texts[place] ?? []) {
        const author = people.get(role)
        if (author === undefined) continue
        notes.push({
          resource,
          recordId: id,
          body,
          author,
          at: new Date(Date.parse(now) - minutes * 60_000).toISOString(),
        })
        minutes = Math.max(5, minutes - random.int(30, 9_000))
      }
    }
  }
  const column = <K extends keyof (typeof notes)[number]>(key: K) => notes.map((note) => note[key])
  await sql`
    insert into record_notes (resource, record_id, body, author_id, created_at)
    select * from unnest(${column('resource')}::text[], ${column('recordId')}::bigint[], ${column('body')}::text[], ${column('author')}::bigint[], ${column('at')}::timestamptz[])`.execute(
    trx,
  )
}
