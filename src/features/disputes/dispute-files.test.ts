import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

let bank: DisputeDesk
let staff: Client
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'dispute files')
})
afterAll(() => bank?.desk.server.stop())
beforeEach(async () => {
  bank.news.splice(0)
  bank.local.books.files.clear()
  staff = await bank.desk.server.signIn('admin')
})

const pdf = (text = 'a receipt', size = 0) => Buffer.concat([Buffer.from(`%PDF-1.7\n${text}`), Buffer.alloc(size)])
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const path = (id: number, call: string) => `/rest/data/disputes/${id}/${call}`

async function disputed(): Promise<{ readonly order: number; readonly id: number; readonly name: string }> {
  const order = (await bank.paid(1, 5000))[0] ?? 0
  const name = await bank.dispute(order)
  await bank.deliverAll()
  return { order, name, id: (await bank.rows(order))[0]?.id ?? 0 }
}
const add = (id: number, field: string, data: Buffer, fileName = 'receipt.pdf', client = staff) =>
  client.put(path(id, `files/${field}`), { fileName, data: data.toString('base64') })
async function details(id: number): Promise<DisputeDetails> {
  return (await staff.get(path(id, 'details'))).body as DisputeDetails
}
const listed = async (id: number) => (await details(id)).files.map(({ field, name, bytes }) => [field, name, bytes])

const evidence = [{ field: 'uncategorized_text', text: 'The tickets were scanned at the gate.' }]
let last = 0
async function submit(id: number, more: { readonly token?: string } = {}) {
  const preview = await staff.post(path(id, 'submit/preview'), { evidence })
  const { token, effects } = preview.body as { token: string; effects: string[] }
  const key = `files-${++last}`
  const reply = await staff.post(
    path(id, 'submit'),
    { evidence, token: more.token ?? token },
    { 'idempotency-key': key },
  )
  return { ...reply, effects, token }
}
const sentTo = (name: string) => (bank.local.books.disputes.get(name)?.['evidence'] ?? {}) as Record<string, string>
const atStripe = (name: string, field: string) => bank.local.books.files.get(sentTo(name)[field] ?? '')
const dueNow = () =>
  sql`update dispute_answers set next_try_at = now() where next_try_at is not null`.execute(bank.desk.db)

describe('a file of the evidence', () => {
  it('is listed with its name and size, and downloaded as it was, to be saved and never run', async () => {
    const { id } = await disputed()
    expect((await add(id, 'receipt', pdf(), '../Müller receipt.pdf')).status).toBe(200)
    expect((await add(id, 'uncategorized_file', png, 'gate.png')).status).toBe(200)
    expect(await details(id)).toMatchObject({
      files: [
        { field: 'receipt', bytes: 18, by: expect.any(String) as string },
        { field: 'uncategorized_file', name: 'gate.png', bytes: 16 },
      ],
    })
    const url = `${bank.desk.server.url}${path(id, 'files/receipt')}`
    const reply = await fetch(url, { headers: { 'cookie': `token=${staff.token}`, 'x-token': staff.token } })
    expect(Buffer.from(await reply.arrayBuffer()).equals(pdf())).toBe(true)
    expect(reply.headers.get('content-type')).toBe('application/pdf')
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/)
    expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('replaces the one in its field, and is removed', async () => {
    const { id } = await disputed()
    await add(id, 'receipt', pdf('the first'))
    await add(id, 'receipt', pdf('the second'), 'second.pdf')
    expect(await listed(id)).toEqual([['receipt', 'second.pdf', 19]])
    expect((await staff.delete(path(id, 'files/receipt'))).status).toBe(200)
    expect((await staff.delete(path(id, 'files/receipt'))).status).toBe(404)
    expect(await listed(id)).toEqual([])
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where object = 'disputes' and record_id = ${String(id)} and action like '%evidence-file'
      order by id`.execute(bank.desk.db)
    expect(rows.map(({ action }) => action)).toEqual(['add-evidence-file', 'add-evidence-file', 'remove-evidence-file'])
  })

  it.each([
    ['a web page that is called PDF', Buffer.from('<script>alert(1)</script>'), 'Choose a PDF, JPEG or PNG.'],
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['more than the bank takes', pdf('', 4_500_000), 'All files of a dispute can have 4.5 MB together.'],
  ])('is refused where it is %s', async (_, data, sentence) => {
    const { id } = await disputed()
    expect(problemsIn(await add(id, 'receipt', data))).toEqual({ data: sentence })
    expect(await listed(id)).toEqual([])
  })

  it('counts with the others against what the bank takes, in the database as well', async () => {
    const { id } = await disputed()
    expect((await add(id, 'receipt', pdf('', 2_400_000))).status).toBe(200)
    const sentence = 'All files of a dispute can have 4.5 MB together.'
    expect(problemsIn(await add(id, 'refund_policy', pdf('', 2_400_000)))).toEqual({ data: sentence })
    // Its own field becomes free.
    expect((await add(id, 'receipt', pdf('', 4_000_000))).status).toBe(200)
    const around = sql`
      insert into dispute_files (dispute_id, field, file_name, media_type, data)
      values (${id}, 'refund_policy', 'a.pdf', 'application/pdf', ${pdf('', 600_000)})`
    await expect(around.execute(bank.desk.db)).rejects.toThrow(/too large/)
  })

  it('is for those who can change purchases, and in a field that takes one', async () => {
    const { id } = await disputed()
    expect((await add(id, 'uncategorized_text', pdf())).status).toBe(404)
    expect((await add(999_999, 'receipt', pdf())).status).toBe(404)
    expect((await staff.get(path(id, 'files/receipt'))).status).toBe(404)
    const editor = await bank.desk.server.signIn('catalogue-editor')
    expect((await add(id, 'receipt', pdf(), 'a.pdf', editor)).status).toBe(403)
  })

  it('is opened by those who see personal data, which is in the audit', async () => {
    const { id } = await disputed()
    await add(id, 'receipt', pdf())
    const finance = await bank.desk.server.signIn('finance')
    const open = async () =>
      Promise.all(['files/receipt', 'evidence-pack'].map(async (call) => (await finance.get(path(id, call))).status))
    const opened = async () =>
      (
        await sql<{ after: object }>`
          select after from audit where action = 'open-evidence-file' and object = 'disputes' and record_id = ${id}`.execute(
          bank.desk.db,
        )
      ).rows
    const masked = (isMasked: boolean) =>
      sql`
        update role_permissions p set personal_data = ${!isMasked} from roles r
        where r.id = p.role_id and r.name = 'finance' and p.object = 'purchases' and p.action = 'ui'`.execute(
        bank.desk.db,
      )
    await masked(true)
    expect([await open(), await opened()]).toEqual([[403, 403], []])
    await masked(false)
    expect([await open(), await opened()]).toEqual([[200, 200], [{ after: { field: 'receipt', bytes: 18 } }]])
  })
})

describe('sending evidence with files', () => {
  it('sends each file after the commit and names it in its field', async () => {
    const { id, name } = await disputed()
    await add(id, 'receipt', pdf())
    await add(id, 'customer_communication', png, 'chat.png')
    const { status, effects } = await submit(id)
    expect(status).toBe(200)
    expect(effects).toContain('It receives 2 files.')
    expect(bank.local.books.files.size).toBe(0)
    await bank.sendAnswers()
    expect(atStripe(name, 'receipt')).toMatchObject({ filename: 'receipt.pdf', type: 'pdf', size: 18 })
    expect(atStripe(name, 'customer_communication')).toMatchObject({ filename: 'chat.png', type: 'png' })
    expect(sentTo(name)['uncategorized_text']).toBe(evidence[0]?.text)
  })

  it('sends a file once whose answer was lost', async () => {
    const { id, name } = await disputed()
    await add(id, 'receipt', pdf())
    await submit(id)
    bank.local.books.next = 'time_out'
    await bank.sendAnswers()
    expect(sentTo(name)['receipt']).toBeNull()
    for (let tries = 0; tries < 3 && sentTo(name)['receipt'] === null; tries++) {
      await dueNow()
      await bank.sendAnswers()
    }
    expect(atStripe(name, 'receipt')).toMatchObject({ filename: 'receipt.pdf' })
    expect(bank.local.books.files.size).toBe(1)
    expect((await details(id)).answers).toMatchObject([{ state: 'done' }])
  })

  it('does not send a file again that the provider has, where a process died before the evidence was sent', async () => {
    const { id, name } = await disputed()
    await add(id, 'receipt', pdf())
    await submit(id)
    const open = bank.local.books.disputes.get(name)
    // The file arrives, and the dispute cannot be reached.
    bank.local.books.disputes.delete(name)
    await bank.sendAnswers()
    expect(bank.local.books.files.size).toBe(1)
    bank.local.books.replies.clear()
    if (open) bank.local.books.disputes.set(name, open)
    expect((await submit(id)).status).toBe(200)
    await bank.sendAnswers()
    expect(bank.local.books.files.size).toBe(1)
    expect(atStripe(name, 'receipt')).toBeDefined()
  })

  it('keeps files as they are once the evidence is on its way, and refuses a preview of others', async () => {
    const { id } = await disputed()
    const { token } = (await staff.post(path(id, 'submit/preview'), { evidence })).body as { token: string }
    await add(id, 'receipt', pdf())
    expect(await submit(id, { token })).toMatchObject({ status: 409, body: { error: 'PreviewChanged' } })
    expect((await submit(id)).status).toBe(200)
    expect((await add(id, 'refund_policy', pdf())).body).toMatchObject({ message: 'An answer is on its way.' })
    expect((await staff.delete(path(id, 'files/receipt'))).status).toBe(409)
    const around = sql`
      insert into dispute_files (dispute_id, field, file_name, media_type, data)
      values (${id}, 'refund_policy', 'a.pdf', 'application/pdf', ${pdf()})`
    await expect(around.execute(bank.desk.db)).rejects.toThrow(/being answered/)
    const other = sql`update dispute_files set data = ${png} where dispute_id = ${id}`
    await expect(other.execute(bank.desk.db)).rejects.toThrow(/being answered/)
    await bank.sendAnswers()
    await expect(other.execute(bank.desk.db)).rejects.toThrow(/stays as it was sent/)
  })

  it('says why the provider refused a file', async () => {
    const { id } = await disputed()
    await add(id, 'receipt', pdf())
    // What slipped past us: the provider looks for itself.
    await sql`alter table dispute_files drop constraint dispute_files_media_type_check`.execute(bank.desk.db)
    await sql`update dispute_files set media_type = 'text/html' where dispute_id = ${id}`.execute(bank.desk.db)
    await submit(id)
    await bank.sendAnswers()
    expect((await details(id)).answers).toMatchObject([{ state: 'failed', failure: 'invalid_file_type' }])
  })

  it('forgets the files with the customer', async () => {
    const { id, order } = await disputed()
    await add(id, 'receipt', pdf())
    const customer = await bank.desk.records.make('customers', { email: 'files@example.com', status: 'active' })
    await sql`update purchases set customer_id = ${customer} where id = ${order}`.execute(bank.desk.db)
    await sql`update customers set status = 'anonymised', email = 'customer-x@anonymised.invalid' where id = ${customer}`.execute(
      bank.desk.db,
    )
    expect(await listed(id)).toEqual([])
  })
})
