import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { DisputeDesk } from '../disputes/testing/dispute-desk.server.ts'
import { openDisputeDesk } from '../disputes/testing/dispute-desk.server.ts'
import { writeFindings } from './write-findings.server.ts'

let bank: DisputeDesk
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'won appeals')
})
afterAll(() => bank?.desk.server.stop())

const findingsOf = async (id: number) =>
  (await writeFindings(bank.desk.db, { after: id - 1, upTo: id })).filter(
    ({ rule }) => !['lines', 'supplier_cost'].includes(rule),
  )

it('an appeal leaves a lost dispute lost, and money that it brings back is found: nothing is made good in silence', async () => {
  const [id = 0] = await bank.paid(1, 5000)
  const name = await bank.dispute(id)
  await bank.deliverAll()
  bank.decide(name, 'lost')
  const [event] = bank.news as readonly object[]
  await bank.deliverAll()
  expect(await findingsOf(id)).toEqual([])
  const says = async (status: string, more: object = {}) => {
    const stored = bank.local.books.disputes.get(name)
    if (stored) bank.local.books.disputes.set(name, { ...stored, status, ...more })
    expect(await bank.deliver({ ...event, id: `evt_${status}`, type: 'charge.dispute.updated' })).toBe(200)
    return (await bank.rows(id))[0]
  }
  for (const stage of ['appeal_needs_response', 'appeal_under_review'])
    expect(await says(stage)).toMatchObject({ status: 'lost', withdrawn: 5000, reinstated: 0 })
  expect(await findingsOf(id)).toEqual([])

  const movements = bank.local.books.disputes.get(name)?.['balance_transactions'] as readonly object[]
  const back = { ...movements[0], id: 'txn_appeal', amount: 5000, fee: 0 }
  expect(await says('won', { balance_transactions: [...movements, back] })).toMatchObject({
    status: 'lost',
    withdrawn: 5000,
    reinstated: 5000,
  })
  expect((await findingsOf(id)).map(({ rule, says: order, adds }) => [rule, order, adds])).toContainEqual([
    'charged_back',
    5000,
    0,
  ])
  const { rows } = await sql`select payment_status from purchases where id = ${id}`.execute(bank.desk.db)
  expect(rows).toEqual([{ payment_status: 'charged_back' }])
})
