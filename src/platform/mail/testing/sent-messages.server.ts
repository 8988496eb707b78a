import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { defineMessage } from '../message-content.ts'
import { type Mailbox, openMailbox } from './smtp.server.ts'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Jobs, installJobs, startJobs } from '../../../core/jobs/jobs.server.ts'
import { silent } from '../../../db/testing/embedded-database.server.ts'

export const greeting = defineMessage<{ name: string; code: string }>({
  name: 'greeting',
  label: () => 'Greeting',
  secrets: ['code'],
  write: ({ name, code }) => ({
    subject: `Hello ${name}`,
    paragraphs: [`Dear ${name},`, 'this is <b>your</b> code & nothing more.'],
    code,
    action: { label: 'Use it', path: `/ip-validation#code=${code}` },
  }),
})

export let mailbox: Mailbox
export let server: TestServer
export let admin: Client
export let jobs: Jobs

/** Starts the product for the tests of a file, and stops it after them. */
export function serveMessages(): void {
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
  beforeEach(() => sql`truncate messages cascade`.execute(server.database.kysely))
  afterEach(() => {
    mailbox.letters.length = 0
    mailbox.refuse = () => null
  })
}
