import { sql } from 'kysely'
import { forgetJob } from '../../core/jobs/forget-job.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { refuseOtherHosts } from '../auth/sign-in/sign-in-demo.server.ts'
import { deliverDue } from './deliver.server.ts'
import type { Post } from './deliver.server.ts'
import type { MessageContent } from './message-content.ts'
import { withFailedItems, withQueue } from '../jobs/staffed-job.server.ts'
import { failedMessages } from './failed-messages.server.ts'
import { fillIn, knownKinds } from './message-content.ts'
import { listMessageKinds, previewMessage, readDemoInbox, resendMessages } from './message.endpoints.ts'
import { messages } from './messages.ts'
import { deliverMessages, wakeDelivery } from './outbox-bell.server.ts'
import type { StoredMessage } from './stored-message.server.ts'
import { isSpent } from './stored-message.server.ts'
import { createSmtpPost } from './smtp.server.ts'

/** How messages leave. `none`: in production without a mail server, which keeps them where staff can read them. */
export type MailRoute = 'smtp' | 'demo-inbox' | 'none'

export interface MailSettings {
  readonly mode: 'demo' | 'production'
  readonly demoIssuer: boolean
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly publicUrl: string | undefined
  readonly productName: string
}

export function mailRouteOf({ smtpUrl, mode, demoIssuer }: MailSettings): MailRoute {
  if (smtpUrl !== undefined) return 'smtp'
  return mode === 'demo' && demoIssuer ? 'demo-inbox' : 'none'
}

/** Days for which messages are kept once nothing more will happen to them. */
const keptDays = 90

export function messageJobs(settings: MailSettings): Job[] {
  const route = mailRouteOf(settings)
  const { smtpUrl, mailFrom: from, publicUrl, productName } = settings
  const post: Post | null =
    smtpUrl === undefined ? null : createSmtpPost({ url: smtpUrl, from, publicUrl, productName })
  const delivery: Job = {
    name: deliverMessages,
    label: msg('Email delivery'),
    does: msg('Sends the emails that wait in the outbox and retries the failed ones.'),
    staleWithout: msg('No email is sent. Confirmations, sign-in checks and notices wait.'),
    overlap: 'share',
    cron: '* * * * *',
    async run({ database, log, signal }) {
      await deliverDue({ db: database.kysely, post, keepsSecrets: route === 'demo-inbox', log, signal })
    },
  }
  return [
    withQueue(
      withFailedItems(delivery, failedMessages),
      sql`select count(*) from messages where status in ('waiting', 'sending') and next_attempt_at <= now()`,
    ),
    forgetJob({
      name: 'forget-messages',
      label: msg('Email clean-up'),
      does: msg('Deletes emails older than 90 days.'),
      staleWithout: msg('Emails to customers are kept longer than promised.'),
      cron: '23 3 * * *',
      table: 'messages',
      since: 'created_at',
      days: keptDays,
      where: sql`status in ('sent', 'kept', 'failed')`,
    }),
  ]
}

/** As sent to the client: fields that a message doesn't have are null. */
function shape({ subject, paragraphs, code, action, closing = [], attachments = [] }: MessageContent) {
  return {
    subject,
    paragraphs: [...paragraphs],
    code: code ?? null,
    action: action ?? null,
    closing: [...closing],
    attachments: attachments.map(({ name }) => name),
  }
}

export function implementMessages(settings: MailSettings): Implementation[] {
  const route = mailRouteOf(settings)
  const all = [
    implement(listMessageKinds, async () => knownKinds()),
    implement(previewMessage, async ({ params, db }) => {
      const id = /^[1-9][0-9]{0,14}$/.test(params.id) ? Number(params.id) : 0
      const {
        rows: [found],
      } = await sql<StoredMessage>`select id, subject, content, secrets, status from messages where id = ${id}`.execute(
        db,
      )
      if (!found) throw new Refusal(404, t('{one} not found.', { one: t(messages.label[0]) }))
      const content = fillIn({ subject: found.subject, ...found.content }, () => '••••••')
      return { ...shape(content), mayResend: refuseResend(found) === null, mail: route }
    }),
    implement(resendMessages, async ({ input, db, audit }) => {
      const { rows } = await sql<StoredMessage>`
        select id, subject, content, secrets, status from messages where id = any(${input.ids}) order by id for update`.execute(
        db,
      )
      const found = new Map(rows.map((row) => [row.id, row]))
      const results = [...new Set(input.ids)].map((id) => {
        const stored = found.get(id)
        const message = stored ? refuseResend(stored) : t('Message not found.')
        return message === null ? { id, ok: true } : { id, ok: false, message }
      })
      const again = results.filter(({ ok }) => ok).map(({ id }) => id)
      if (again.length > 0) {
        await sql`
          update messages set status = 'waiting', attempts = 0, next_attempt_at = now(), last_error = null, sent_at = null,
            version = version + 1, updated_at = now() where id = any(${again})`.execute(db)
        wakeDelivery()
      }
      for (const id of again)
        audit.record({ action: 'resend', object: messages.name, recordId: id, title: found.get(id)?.subject ?? '' })
      return { results }
    }),
  ]
  return settings.mode === 'demo' && settings.demoIssuer ? [...all, demoInbox()] : all
}

function refuseResend(stored: StoredMessage): string | null {
  if (stored.status === 'waiting' || stored.status === 'sending') return t('Already in progress.')
  return isSpent(stored) ? t('Its code has been used or expired. Send a new one.') : null
}

/** The demo has no mailboxes, and anyone can sign in as anyone there, so anyone can read all mail. */
function demoInbox(): Implementation {
  return implement(readDemoInbox, async ({ db, request }) => {
    refuseOtherHosts(request)
    const { rows } = await sql<StoredMessage & { to: string; at: string }>`
      select id, recipient as to, created_at as at, status, subject, content, secrets from messages order by created_at desc, id desc limit 50`.execute(
      db,
    )
    return rows.map((row) => {
      const content = fillIn({ subject: row.subject, ...row.content }, (key) => row.secrets[key] ?? '••••••')
      return { id: row.id, to: row.to, at: row.at, status: row.status, ...shape(content) }
    })
  })
}
