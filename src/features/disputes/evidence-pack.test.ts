import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { piecesOf, plainText } from './plain-text.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

let bank: DisputeDesk
let staff: Client
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'evidence pack')
  staff = await bank.desk.server.signIn('finance')
})
afterAll(() => bank?.desk.server.stop())

async function disputed(): Promise<{ readonly id: number; readonly reference: string }> {
  const order = (await bank.paid(1, 5000))[0] ?? 0
  await bank.dispute(order)
  await bank.deliverAll()
  const { rows } = await sql<{ reference: string }>`select reference from purchases where id = ${order}`.execute(
    bank.desk.db,
  )
  return { id: (await bank.rows(order))[0]?.id ?? 0, reference: rows[0]?.reference ?? '' }
}
const path = (id: number, call: string) => `/rest/data/disputes/${id}/${call}`
const receipt = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('a receipt with 24 pages')])

/** The files of a ZIP whose entries are not compressed, by their names. */
function filesIn(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (at !== -1 && zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment, local] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(begin, begin + size))
    at += 46 + name + extra + comment
  }
  return files
}
async function packOf(id: number): Promise<{ readonly headers: Headers; readonly files: ReadonlyMap<string, Buffer> }> {
  const reply = await fetch(`${bank.desk.server.url}${path(id, 'evidence-pack')}`, {
    // Banks read English, also from staff who don’t.
    headers: { 'x-token': staff.token, 'accept-language': 'es' },
  })
  expect(reply.status).toBe(200)
  return { headers: reply.headers, files: filesIn(Buffer.from(await reply.arrayBuffer())) }
}
async function textOf(pdf: Buffer | undefined): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf ?? []), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

describe('the evidence of a dispute as one file', () => {
  it('has a PDF of every part, and the files that staff added', async () => {
    const { id, reference } = await disputed()
    await sql`
      insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, delivered)
      select purchase_id, 9, 'item', 'Arena, row C', 2, 0, 0, 2 from disputes where id = ${id}`.execute(bank.desk.db)
    await sql`
      with written as (
        insert into messages (recipient, template, subject, content, status, next_attempt_at, sent_at)
        values ('ana@example.com', 'order-confirmation', 'Your tickets', ${JSON.stringify({ paragraphs: ['Gate 4 opens at 18:00.'], action: { label: 'Open', path: '/order?key=secret' } })}::jsonb,
          'sent', null, now()) returning id)
      insert into order_messages (purchase_id, kind, locale, subject, message_id)
      select d.purchase_id, 'confirmation', 'en', 'Your tickets', w.id from disputes d, written w where d.id = ${id}`.execute(
      bank.desk.db,
    )
    await sql`
      with c as (
        insert into customers (email, first_name, last_name, locale) values ('ana@example.com', 'Ana', 'Silva', 'pt') returning id),
      bought as (
        update purchases set customer_id = c.id from c, disputes d where d.id = ${id} and purchases.id = d.purchase_id)
      insert into customer_sessions (customer_id, token_hash, address, country, created_at, expires_at)
      select id, sha256('sign-in'), '192.0.2.7', 'PT', '2026-03-04T05:06:00Z', now() + interval '1 day' from c`.execute(
      bank.desk.db,
    )
    // Another customer's are none of this dispute's.
    await sql`
      with other as (
        insert into customers (email, first_name, last_name, locale) values ('bo@example.com', 'Bo', 'Berg', 'en') returning id)
      insert into customer_sessions (customer_id, token_hash, address, country, expires_at)
      select id, sha256('another'), '192.0.2.8', 'NZ', now() + interval '1 day' from other`.execute(bank.desk.db)
    const data = receipt.toString('base64')
    expect((await staff.put(path(id, 'files/receipt'), { fileName: 'Müller.pdf', data })).status).toBe(200)
    const { headers, files } = await packOf(id)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="dispute-${reference}.zip"`)
    expect(headers.get('cache-control')).toContain('no-store')
    expect([...files.keys()]).toEqual(['evidence.pdf', 'files/receipt-Müller.pdf'])
    expect(files.get('files/receipt-Müller.pdf')?.equals(receipt)).toBe(true)
    const text = await textOf(files.get('evidence.pdf'))
    for (const part of [
      `Evidence on order ${reference}`,
      'Evidence sent Not sent',
      'needs response',
      'Disputed €50.00',
      'Product description',
      'Delivery and sign-ins',
      'Arena, row C: 2 of 2 delivered',
      'Your tickets Gate 4 opens at 18:00.',
      'Sign-ins of the customer - 2026-03-04 05:06 UTC from another IP address, PT',
      'Messages and timeline',
      'receipt-Müller.pdf',
      'Page 1 of',
    ])
      expect(text).toContain(part)
    // The customer’s own link opens their order.
    expect(text).not.toContain('secret')
    expect(text).not.toContain('NZ')
    expect(text).toMatch(/Answer by \d{4}-\d\d-\d\d/)
    const { rows } = await sql<{ after: object }>`
      select after from audit where action = 'export' and object = 'disputes' and record_id = ${id}`.execute(
      bank.desk.db,
    )
    expect(rows).toEqual([{ after: { files: 1, format: 'zip' } }])
  })

  it('says what staff wrote in place of what the record says', async () => {
    const { id } = await disputed()
    const { version } = (await staff.get(path(id, 'details'))).body as { version: number }
    const evidence = [{ field: 'uncategorized_text', text: 'The tickets were scanned at gate 7.' }]
    expect((await staff.post(path(id, 'evidence'), { version, evidence })).status).toBe(200)
    const text = await textOf((await packOf(id)).files.get('evidence.pdf'))
    expect(text).toContain('scanned at gate 7')
    expect(text).not.toContain('Product description')
  })

  it('is for those who can export, and of a dispute that there is', async () => {
    const { id } = await disputed()
    const reader = await bank.desk.server.signIn('read-only')
    expect((await reader.get(path(id, 'evidence-pack'))).status).toBe(403)
    expect((await staff.get(path(999_999, 'evidence-pack'))).status).toBe(404)
  })
})

describe('a text on paper', () => {
  it('is the words of rich text, block by block', () => {
    const html =
      '<h2>1. Scope</h2><p>Fees &amp; <strong>taxes</strong>, see :::link|text=our help|element=s-1:::</p><ul><li>One</li><li>Two</li></ul>'
    expect(plainText(html)).toBe('1. Scope\n\nFees & taxes, see our help\n\n- One\n- Two')
  })

  it('is cut between words where it is longer than a page takes', () => {
    const pieces = piecesOf(`short\n${'word '.repeat(1_000).trim()}`)
    expect(pieces[0]).toBe('short')
    expect(pieces.slice(1).every((piece) => piece.length <= 2_000 && /^word.*word$/.test(piece))).toBe(true)
    expect(pieces.slice(1).join(' ').split(' ')).toHaveLength(1_000)
  })
})
