import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { speakSpanish } from '../store-credit/testing/speak-spanish.server.ts'
import { remindOfDisputesJob } from './remind-of-disputes.server.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

let bank: DisputeDesk
let [admin, finance, agent]: Client[] = []
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'dispute notices')
  await speakSpanish(bank.desk.db)
  admin = await bank.desk.server.signIn('admin')
  finance = await bank.desk.server.signIn('finance')
  agent = await bank.desk.server.signIn('catalogue-editor')
})
afterAll(() => bank?.desk.server.stop())
beforeEach(async () => {
  bank.news.splice(0)
  await sql`delete from inbox_items`.execute(bank.desk.db)
})

interface Item {
  readonly title: string
  readonly detail: string
  readonly times: number
  readonly resource: string
  readonly recordId: number
}
async function newsOf(person: Client | undefined): Promise<readonly Item[]> {
  const { body } = (await person?.get('/rest/data/inbox')) ?? {}
  return (body as { items: Item[] }).items
}
const titlesOf = async (person: Client | undefined) => (await newsOf(person)).map(({ title }) => title)

async function paid(): Promise<{ readonly order: number; readonly reference: string }> {
  const order = (await bank.paid(1, 5000))[0] ?? 0
  return { order, reference: String((await bank.order(order))['reference']) }
}
const idOf = async (order: number) => (await bank.rows(order))[0]?.id ?? 0
async function decide(name: string, outcome: 'won' | 'lost' | 'warning_closed') {
  bank.decide(name, outcome)
  const events = bank.news.splice(0)
  await bank.deliverAll(events)
  // Stripe says it again, and in another order.
  await bank.deliverAll(events.toReversed())
}
async function writtenAbout(order: number) {
  const { rows } = await sql<{ kind: string; subject: string; text: string }>`
    select o.kind, o.subject, (select string_agg(p, E'\n' order by n)
      from jsonb_array_elements_text(m.content -> 'paragraphs') with ordinality x (p, n)) as text
    from order_messages o join messages m on m.id = o.message_id
    where o.purchase_id = ${order} and o.kind = 'bank_returned' order by o.id`.execute(bank.desk.db)
  return rows
}

describe('a dispute', () => {
  it('is news to those who can give money back when it opens, and opens with a click', async () => {
    const { order, reference } = await paid()
    await bank.dispute(order)
    await bank.deliverAll()
    await bank.deliverAll(bank.news.splice(0))
    const [item, ...rest] = await newsOf(finance)
    expect(rest).toEqual([])
    expect(item).toMatchObject({ times: 1, resource: 'disputes', recordId: await idOf(order) })
    expect(item?.title).toMatch(new RegExp(`^A customer disputes .*50\\.00.* of ${reference}$`))
    expect(item?.detail).toMatch(/^Product not received\. Answer by .+ UTC\.$/)
    expect(await titlesOf(admin)).toHaveLength(1)
    expect(await titlesOf(agent)).toEqual([])
  })

  it('is news to the person whose order it is as well', async () => {
    const { order } = await paid()
    const { rows } = await sql<{ id: number }>`
      select s.id from staff s join roles r on r.id = s.role_id where r.name = 'sales-agent' and s.status = 'active'
      order by s.id limit 1`.execute(bank.desk.db)
    await sql`update purchases set assignee_id = ${rows[0]?.id ?? 0} where id = ${order}`.execute(bank.desk.db)
    await bank.dispute(order)
    await bank.deliverAll()
    expect(await titlesOf(await bank.desk.server.signIn('sales-agent'))).toHaveLength(1)
  })

  it('is news once more where it was a question of the bank before', async () => {
    const { order, reference } = await paid()
    const name = await bank.dispute(order, { isInquiry: true })
    const [opened] = bank.news as readonly object[]
    await bank.deliverAll()
    expect(await titlesOf(finance)).toEqual([expect.stringMatching(`^A bank asks about .* of ${reference}$`)])
    const stored = bank.local.books.disputes.get(name)
    if (stored) bank.local.books.disputes.set(name, { ...stored, status: 'needs_response' })
    expect(await bank.deliver({ ...opened, id: 'evt_grown', type: 'charge.dispute.updated' })).toBe(200)
    expect(await newsOf(finance)).toMatchObject([{ times: 2, title: expect.stringContaining('A customer disputes') }])
  })

  it.each([
    ['won', /^The dispute of \w+ is won$/, /50\.00 is ours again\.$/],
    ['lost', /^The dispute of \w+ is lost$/, /^The bank gave .*50\.00 to the customer\. Do not refund it again\.$/],
  ] as const)('that is %s is news, once', async (outcome, title, detail) => {
    const { order } = await paid()
    const name = await bank.dispute(order)
    await bank.deliverAll()
    await decide(name, outcome)
    const news = (await newsOf(finance)).filter((item) => title.test(item.title))
    expect(news).toMatchObject([{ times: 1, detail: expect.stringMatching(detail) }])
  })

  it('that a bank only asked about and closed is no news', async () => {
    const { order } = await paid()
    const name = await bank.dispute(order, { isInquiry: true })
    await bank.deliverAll()
    await sql`delete from inbox_items`.execute(bank.desk.db)
    await decide(name, 'warning_closed')
    expect(await titlesOf(finance)).toEqual([])
  })

  it('that staff accept is news to others, and its preview says what the customer is written', async () => {
    const { order } = await paid()
    await bank.dispute(order)
    await bank.deliverAll()
    await sql`delete from inbox_items`.execute(bank.desk.db)
    const path = `/rest/data/disputes/${await idOf(order)}/accept`
    const preview = (await finance?.post(`${path}/preview`, {}))?.body as { token: string; effects: string[] }
    expect(preview.effects.at(-1)).toBe('The customer is emailed “Money returned by the bank”.')
    const reply = await finance?.post(path, { token: preview.token }, { 'idempotency-key': 'accept-told' })
    expect(reply?.status, JSON.stringify(reply?.body)).toBe(200)
    await bank.sendAnswers()
    expect(await titlesOf(finance)).toEqual([])
    expect(await titlesOf(admin)).toEqual([expect.stringContaining('is lost')])
    expect(await writtenAbout(order)).toHaveLength(1)
  })
})

describe('a customer whose bank returned the money', () => {
  const lost = async (reason: string, prepare: (order: number) => Promise<unknown> = () => Promise.resolve()) => {
    const { order } = await paid()
    await sql`update purchases set customer_locale = 'en' where id = ${order}`.execute(bank.desk.db)
    await prepare(order)
    const name = await bank.dispute(order, { reason })
    await bank.deliverAll()
    await decide(name, 'lost')
    return order
  }

  it('is written that it did, once, and that no refund follows', async () => {
    const order = await lost('credit_not_processed')
    const { reference } = await bank.order(order)
    expect(await writtenAbout(order)).toMatchObject([
      {
        subject: expect.stringMatching(/^Your bank has returned .*50\.00$/),
        text: expect.stringContaining(`of your order ${String(reference)}`),
      },
    ])
  })

  it('is written in Spanish where they speak it', async () => {
    const order = await lost('duplicate', (id) =>
      sql`update purchases set customer_locale = 'es' where id = ${id}`.execute(bank.desk.db),
    )
    expect((await writtenAbout(order))[0]?.subject).toMatch(/^Su banco le ha devuelto 50,00/)
  })

  it.each(['fraudulent', 'unrecognized', 'debit_not_authorized'])(
    'is not who is written where the owner of the card says that they did not order (%s)',
    async (reason) => expect(await writtenAbout(await lost(reason))).toEqual([]),
  )

  it('hears nothing of a dispute that is won', async () => {
    const { order } = await paid()
    const name = await bank.dispute(order)
    await bank.deliverAll()
    await decide(name, 'won')
    expect(await writtenAbout(order)).toEqual([])
  })

  it('can be written by staff from the order, only where a bank returned money', async () => {
    const order = await lost('unrecognized')
    const { order: other } = await paid()
    const offered = async (id: number) => {
      const { body } = (await admin?.get(`/rest/data/purchases/${id}/messages`)) ?? {}
      return (body as { kinds: { kind: string; blockedReason: string | null }[] }).kinds.find(
        ({ kind }) => kind === 'bank_returned',
      )?.blockedReason
    }
    expect(await offered(order)).toBeNull()
    expect(await offered(other)).toBe('No bank has returned money for this order.')
  })
})

describe('the deadline of a dispute', () => {
  async function dueIn(hours: number, knownFor = 200): Promise<number> {
    const { order } = await paid()
    await bank.dispute(order)
    await bank.deliverAll()
    await moveDeadline(order, hours, knownFor)
    return order
  }
  const moveDeadline = async (order: number, hours: number, knownFor = 200) => {
    await sql`update disputes set due_by = now() + make_interval(hours => ${hours}),
      created_at = now() - make_interval(hours => ${knownFor}) where purchase_id = ${order}`.execute(bank.desk.db)
    await sql`delete from inbox_items`.execute(bank.desk.db)
  }
  const remind = async () => {
    await bank.desk.server.runJob(remindOfDisputesJob.name)
    return (await newsOf(finance)).map(({ title, times }) => [title.replace(/\w+ by .*/, '… by …'), times])
  }
  const once = [['Answer the bank about … by …', 1]]
  beforeEach(async () => {
    await sql`delete from dispute_reminders`.execute(bank.desk.db)
    await sql`update disputes set due_by = null`.execute(bank.desk.db)
  })

  it('is news three days before, once, and again on the last day', async () => {
    const order = await dueIn(73)
    expect(await remind()).toEqual([])
    await sql`update disputes set due_by = now() + interval '71 hours' where purchase_id = ${order}`.execute(
      bank.desk.db,
    )
    expect(await remind()).toEqual(once)
    expect(await remind()).toEqual(once)
    await sql`delete from inbox_items`.execute(bank.desk.db)
    await sql`update dispute_reminders set due_by = due_by - interval '48 hours'`.execute(bank.desk.db)
    await sql`update disputes set due_by = due_by - interval '48 hours' where purchase_id = ${order}`.execute(
      bank.desk.db,
    )
    expect(await remind()).toEqual(once)
    expect(await remind()).toEqual(once)
    const { rows } = await sql`select days from dispute_reminders order by days`.execute(bank.desk.db)
    expect(rows).toEqual([{ days: 1 }, { days: 3 }])
    expect((await newsOf(finance))[0]?.detail).toMatch(/^Without an answer, .*50\.00 is lost\.$/)
  })

  it('that a bank puts off is news again', async () => {
    const order = await dueIn(70)
    expect(await remind()).toEqual(once)
    await moveDeadline(order, 71)
    expect(await remind()).toEqual(once)
  })

  it('is no news when it is past, or of a dispute that is younger than the warning', async () => {
    await dueIn(-1)
    await dueIn(60, 5)
    await dueIn(10, 5)
    expect(await remind()).toEqual([])
  })

  it('is no news while an answer is on its way, or once it was given', async () => {
    const order = await dueIn(10)
    await sql`
      insert into dispute_answers (dispute_id, kind, submissions, idempotency_key, next_try_at)
      values (${await idOf(order)}, 'evidence', 0, 'on-its-way', now() + interval '1 hour')`.execute(bank.desk.db)
    expect(await remind()).toEqual([])
    await sql`update dispute_answers set state = 'done', next_try_at = null, settled_at = now()
      where idempotency_key = 'on-its-way'`.execute(bank.desk.db)
    await sql`update disputes set status = 'under_review' where purchase_id = ${order}`.execute(bank.desk.db)
    expect(await remind()).toEqual([])
  })
})
