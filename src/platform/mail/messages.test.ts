import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { grant } from '../../app/testing/grant.server.ts'
import { enqueueMessage } from './outbox.server.ts'
import { plainText } from './testing/smtp.server.ts'
import { defineMessage } from './message-content.ts'
import { admin, greeting, jobs, mailbox, serveMessages, server } from './testing/sent-messages.server.ts'

serveMessages()

const retryMinutes = [1, 5, 15, 60, 180, 480, 720]

const enqueue = (to = 'ana@example.com', data = { name: 'Ana', code: '123456' }) =>
  server.database.kysely.transaction().execute((db) => enqueueMessage(db, { to, template: greeting, data }))

interface Row {
  id: number
  status: string
  attempts: number
  secrets: object
  last_error: string | null
  minutes: number | null
}

async function rows(): Promise<Row[]> {
  const { rows: all } = await sql<Row>`
    select id, status, attempts, secrets, last_error, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
    from messages order by id`.execute(server.database.kysely)
  return all
}

async function settled(count = 1): Promise<Row[]> {
  return await expect
    .poll(
      async () => {
        const all = await rows()
        return all.length === count && all.every(({ status, attempts }) => status !== 'sending' && attempts > 0)
          ? all
          : null
      },
      { timeout: 15_000 },
    )
    .toBeTruthy()
    .then(rows)
}

async function hurry(): Promise<void> {
  await sql`update messages set next_attempt_at = now() where status = 'waiting'`.execute(server.database.kysely)
  jobs.wake('deliver-messages')
}

it('has a kind with a title of its own, declared by what sends it, in each language', async () => {
  const kinds = new Map<string, Set<string>>()
  for (const language of ['en', 'es']) {
    const reply = await admin.get('/rest/data/message-kinds', {}, { 'accept-language': language })
    const all = reply.body as { name: string; label: string }[]
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
    for (const { name, label } of all) kinds.set(name, (kinds.get(name) ?? new Set()).add(label))
  }
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(['ip-code', 'inbox-notice', 'order-confirmation', 'staff-invitation', 'review-rejected']),
  )
  const same = [...kinds].filter(([, labels]) => labels.size < 2).map(([name]) => name)
  expect(same).toEqual(['greeting'])
})

describe('a message', () => {
  it('reaches the mail server within seconds of the commit, as text and as HTML', async () => {
    const begin = performance.now()
    const id = await enqueue()
    expect(await settled()).toMatchObject([{ status: 'sent', attempts: 1 }])
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect(mailbox.letters).toMatchObject([{ from: 'no-reply@marquee.example', to: ['ana@example.com'] }])
    const [letter] = mailbox.letters
    if (!letter) throw new Error('No letter came.')
    expect(letter.source).toContain(`Message-ID: <message-${id}@marquee.example>`)
    expect(letter.source).toContain('Subject: Hello Ana')
    expect(letter.source).toContain('Auto-Submitted: auto-generated')
    expect(plainText(letter)).toBe(
      'Dear Ana,\r\n\r\nthis is <b>your</b> code & nothing more.\r\n\r\n123456\r\n\r\nUse it: https://admin.marquee.example/ip-validation#code=123456',
    )
    const html = letter.source.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(html).toContain('this is &lt;b&gt;your&lt;/b&gt; code &amp; nothing more.')
    expect(html).toContain('href="https://admin.marquee.example/ip-validation#code=123456"')
  })

  it('goes nowhere when its transaction is undone', async () => {
    await server.database.kysely
      .transaction()
      .execute(async (db) => {
        await enqueueMessage(db, { to: 'ana@example.com', template: greeting, data: { name: 'Ana', code: '1' } })
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await rows()).toEqual([])
    // What comes after it goes out, and alone.
    await enqueue('bo@example.com')
    await settled()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([['bo@example.com']])
  })

  it('forgets its secrets once it is out, and never shows them', async () => {
    const id = await enqueue()
    const early = await admin.get(`/rest/data/messages/${id}/preview`)
    expect(early.body).toMatchObject({ code: '••••••', action: { path: '/ip-validation#code=••••••' } })
    expect((await settled())[0]?.secrets).toEqual({})
    const { body } = await admin.get(`/rest/data/messages/${id}/preview`)
    expect(body).toMatchObject({ subject: 'Hello Ana', code: '••••••', mayResend: false, mail: 'smtp' })
    expect(JSON.stringify((await admin.get('/rest/data/messages')).body)).not.toContain('123456')
  })

  it('cannot become two letters, or another header, by the name of a person', async () => {
    await enqueue('ana@example.com', { name: 'A\r\nBcc: everybody@example.com\r\n\r\n<script>', code: '1' })
    await settled()
    const [letter] = mailbox.letters
    expect(letter?.to).toEqual(['ana@example.com'])
    const [head = '', ...parts] = letter?.source.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^Bcc:/m)
    expect(parts.join().split('text/html')[1]).not.toContain('<script>')
  })

  it('is tried again, later each time, while the mail server is away, and given up at last', async () => {
    mailbox.refuse = () => ({ code: 451, message: 'Try again later' })
    await enqueue()
    for (const [index, minutes] of retryMinutes.entries()) {
      await expect
        .poll(async () => (await rows())[0], { timeout: 15_000 })
        .toMatchObject({ status: 'waiting', attempts: index + 1, minutes })
      expect((await rows())[0]?.last_error).toContain('Try again later')
      await hurry()
    }
    await expect
      .poll(async () => (await rows())[0], { timeout: 15_000 })
      .toMatchObject({ status: 'failed', attempts: retryMinutes.length + 1, secrets: {} })
    expect(mailbox.letters).toEqual([])
  })

  it('goes out with the next try once the mail server is back', async () => {
    mailbox.refuse = () => ({ code: 421, message: 'Too busy' })
    await enqueue()
    await expect
      .poll(async () => (await rows())[0], { timeout: 15_000 })
      .toMatchObject({ status: 'waiting', attempts: 1 })
    mailbox.refuse = () => null
    await hurry()
    await expect
      .poll(async () => (await rows())[0], { timeout: 15_000 })
      .toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect(mailbox.letters).toHaveLength(1)
  })

  it('to a mailbox that does not exist fails at once, and delays no others', async () => {
    mailbox.refuse = (to) => (to.startsWith('gone') ? { code: 550, message: 'No such mailbox' } : null)
    await server.database.kysely.transaction().execute(async (db) => {
      for (const to of ['gone@example.com', 'here@example.com'])
        await enqueueMessage(db, { to, template: greeting, data: { name: 'You', code: '1' } })
    })
    expect(await settled(2)).toMatchObject([
      { status: 'failed', attempts: 1, last_error: expect.stringContaining('No such mailbox') },
      { status: 'sent' },
    ])
    expect(mailbox.letters.map(({ to }) => to)).toEqual([['here@example.com']])
  })

  it('is sent again on request, which the audit knows, unless its code is used up', async () => {
    const plain = defineMessage<{ name: string }>({
      name: 'plain',
      label: () => 'Plain',
      write: ({ name }) => ({ subject: `Hi ${name}`, paragraphs: ['Hi'] }),
    })
    const id = await server.database.kysely
      .transaction()
      .execute((db) => enqueueMessage(db, { to: 'ana@example.com', template: plain, data: { name: 'Ana' } }))
    const secret = await enqueue()
    await settled(2)
    const reply = await admin.post('/rest/data/messages/resend', { ids: [id, secret, 999_999] })
    expect(reply.body).toEqual({
      results: [
        { id, ok: true },
        { id: secret, ok: false, message: expect.stringContaining('Its code has been used') },
        { id: 999_999, ok: false, message: 'Message not found.' },
      ],
    })
    await expect.poll(() => mailbox.letters.length, { timeout: 15_000 }).toBe(3)
    const { rows: audited } = await sql`select record_id, title from audit_log where action = 'resend'`.execute(
      server.database.kysely,
    )
    expect(audited).toEqual([{ record_id: String(id), title: 'Hi Ana' }])
    expect((await (await server.signIn('read-only')).post('/rest/data/messages/resend', { ids: [id] })).status).toBe(
      403,
    )
  })

  it('is not for people who run the workers, not even as what a worker gave up', async () => {
    mailbox.refuse = () => ({ code: 550, message: 'No such mailbox' })
    const id = await enqueue()
    await settled()
    await grant(server.database, 'no-access', 'settings', 'ui', 'write', 'export')
    const stranger = await server.signIn('no-access')
    const data = '/rest/data/messages'
    const replies = [
      ...(await Promise.all(
        [data, `${data}?q=ana@example.com`, `${data}/${id}`, `${data}/${id}/preview`, '/rest/data/message-kinds'].map(
          (path) => stranger.get(path),
        ),
      )),
      await stranger.post(`${data}/${id}/reveal`, { reason: 'They called about it' }),
      await stranger.post(`${data}/resend`, { ids: [id] }),
      await stranger.post(`${data}/exports`, { format: 'csv', columns: ['subject'], sort: '["id","ASC"]' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403))
    const items = '/rest/data/workers/deliver-messages/items'
    const ids = [String(id)]
    expect((await stranger.get(items)).body).toMatchObject({ count: 0, items: [] })
    expect((await stranger.post(`${items}/replay`, { ids, values: { recipient: 'eve@example.com' } })).body).toEqual({
      replayed: [],
    })
    expect((await admin.get(items)).body).toMatchObject({ count: 1, items: [{ id: String(id) }] })
    await grant(server.database, 'no-access', 'messages', 'ui', 'write')
    expect((await (await server.signIn('no-access')).get(`${data}/${id}/preview`)).status).toBe(200)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })

  it('that was under way when its instance died is taken up by another', async () => {
    const id = await enqueue()
    await settled()
    await sql`update messages set status = 'sending', next_attempt_at = now() - interval '1 second'`.execute(
      server.database.kysely,
    )
    jobs.wake('deliver-messages')
    await expect.poll(() => mailbox.letters.length, { timeout: 15_000 }).toBe(2)
    expect(new Set(mailbox.letters.map(({ source }) => /Message-ID: (\S+)/.exec(source)?.[1]))).toEqual(
      new Set([`<message-${id}@marquee.example>`]),
    )
  })
})
