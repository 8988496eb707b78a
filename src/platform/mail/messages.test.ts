import { deliverMessages } from './outbox-bell.server.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Jobs } from '../../core/jobs/jobs.server.ts'
import { installJobs, startJobs } from '../../core/jobs/jobs.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { Outgoing } from './deliver.server.ts'
import { deliverDue } from './deliver.server.ts'
import { defineMessage } from './message-content.ts'
import { enqueueMessage } from './outbox.server.ts'
import type { Mailbox } from './testing/smtp.server.ts'
import { openMailbox, plainText } from './testing/smtp.server.ts'

const retryMinutes = [1, 5, 15, 60, 180, 480, 720]

const greeting = defineMessage<{ name: string; code: string }>({
  name: 'greeting',
  secrets: ['code'],
  write: ({ name, code }) => ({
    subject: `Hello ${name}`,
    paragraphs: [`Dear ${name},`, 'this is <b>your</b> code & nothing more.'],
    code,
    action: { label: 'Use it', path: `/ip-validation#code=${code}` },
  }),
})

let mailbox: Mailbox
let server: TestServer
let admin: Client
let jobs: Jobs

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startTestServer({
    postgresUrl: inject('postgresUrl'),
    name: 'messages',
    env: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Märquee <no-reply@marquee.example>',
      PUBLIC_URL: 'https://admin.marquee.example',
    },
  })
  admin = await server.signIn('admin')
  await installJobs(server.database)
  jobs = startJobs({ database: server.database, log: silent, jobs: server.jobs })
})
afterAll(async () => {
  await jobs.stop()
  await server.stop()
  await mailbox.close()
})
beforeEach(() => sql`truncate messages`.execute(server.database.kysely))
afterEach(() => {
  mailbox.letters.length = 0
  mailbox.refuse = () => null
})

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
    await sleep(2_500)
    expect([await rows(), mailbox.letters]).toEqual([[], []])
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
        { id: secret, ok: false, message: expect.stringContaining('The code in it') },
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

describe('several instances', () => {
  it('never send the same message twice', async () => {
    await sql`
      insert into messages (recipient, template, subject, content)
      select 'person-' || n || '@example.com', 'greeting', 'Hello', '{"paragraphs": ["Hi"]}' from generate_series(1, 60) n`.execute(
      server.database.kysely,
    )
    const sent: string[] = []
    const post = async ({ to }: Outgoing) => {
      sent.push(to)
      await sleep(1)
    }
    const { kysely: db } = server.database
    const { signal } = new AbortController()
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => deliverDue({ db, post, keepsSecrets: false, log: silent, signal })),
    )
    expect([counts.reduce((sum, count) => sum + count, 0), new Set(sent).size, sent.length]).toEqual([60, 60, 60])
  })
})

describe('a mail server', () => {
  it('that wants the password unencrypted, from elsewhere, or shows an untrusted certificate, gets nothing', async () => {
    const odd = await openMailbox({ startTls: true })
    const { createSmtpPost } = await import('./smtp.server.ts')
    const post = createSmtpPost({ url: odd.url, from: 'a@b.example', publicUrl: undefined, productName: 'Marquee' })
    await expect(
      post({ id: 1, to: 'ana@example.com', locale: 'en', content: { subject: 'Hi', paragraphs: ['Hi'] } }),
    ).rejects.toThrow(/self.signed|certificate/i)
    expect(odd.letters).toEqual([])
    await odd.close()
  })
})

describe('without a mail server', () => {
  it('the demo shows messages in its inbox with all that they say', async () => {
    const demo = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'inbox' })
    try {
      const { kysely: db } = demo.database
      await db.transaction().execute((transaction) =>
        enqueueMessage(transaction, {
          to: 'ana@example.com',
          template: greeting,
          data: { name: 'Ana', code: '123456' },
        }),
      )
      await demo.runJob(deliverMessages)
      const { body } = await demo.anonymous.get('/demo/inbox')
      expect(body).toMatchObject([
        {
          to: 'ana@example.com',
          status: 'kept',
          subject: 'Hello Ana',
          code: '123456',
          action: { path: '/ip-validation#code=123456' },
        },
      ])
      expect((await demo.anonymous.get('/demo/inbox', undefined, { 'x-forwarded-host': 'evil.example' })).status).toBe(
        200,
      )
    } finally {
      await demo.stop()
    }
  })

  it('production keeps messages without their secrets, and has no open inbox', async () => {
    const live = await startTestServer({
      postgresUrl: inject('postgresUrl'),
      name: 'kept',
      env: {
        NODE_ENV: 'production',
        GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
        SESSION_SECRET: 'Zq8vT1nXc6LrWm3YpKd0HsUeGaBj5fRo',
      },
    })
    try {
      const { kysely: db } = live.database
      await db.transaction().execute((transaction) =>
        enqueueMessage(transaction, {
          to: 'ana@example.com',
          template: greeting,
          data: { name: 'Ana', code: '123456' },
        }),
      )
      await live.runJob(deliverMessages)
      const { rows: kept } = await sql`select status, secrets from messages`.execute(db)
      expect(kept).toEqual([{ status: 'kept', secrets: {} }])
      expect((await live.anonymous.get('/demo/inbox')).status).toBe(404)
    } finally {
      await live.stop()
    }
  })
})
