import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { type Outgoing, deliverDue } from './deliver.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { openMailbox } from './testing/smtp.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { enqueueMessage } from './outbox.server.ts'
import { deliverMessages } from './outbox-bell.server.ts'
import { greeting, serveMessages, server } from './testing/sent-messages.server.ts'

serveMessages()

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
