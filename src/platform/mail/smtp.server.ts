import { isLoopback } from '../../core/ip-address.ts'
import type { Outgoing, Post } from './deliver.server.ts'
import { Undeliverable } from './deliver.server.ts'
import { htmlOf, textOf } from './message-text.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** Who messages are from: `Marquee <no-reply@example.com>`. */
  readonly from: string
  /** Where links lead; without it messages have none. */
  readonly publicUrl: string | undefined
  readonly productName: string
}

/** Milliseconds for connecting, for the greeting, and for silence in between. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/**
 * Hands messages to a mail server. A password never travels unencrypted, except to this very machine.
 * The library is loaded with the first message, because most of the time it isn't needed.
 */
export function createSmtpPost(options: SmtpOptions): Post {
  const { from, publicUrl, productName } = options
  const server = new URL(options.url)
  const host = decodeURIComponent(server.hostname.replace(/^\[|\]$/g, ''))
  const user = decodeURIComponent(server.username)
  const isSecure = server.protocol === 'smtps:'
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  async function open() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port: Number(server.port) || (isSecure ? 465 : 587),
      secure: isSecure,
      requireTLS: !isSecure && user !== '' && !isLoopback(host),
      ...(user !== '' && { auth: { user, pass: decodeURIComponent(server.password) } }),
      ...patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof open> | undefined

  return async function post({ id, to, content, locale, files = [] }: Outgoing): Promise<void> {
    transport ??= open()
    try {
      await (
        await transport
      ).sendMail({
        from,
        // As an object, so that nothing in it is taken for a second address.
        to: { name: '', address: to },
        subject: content.subject,
        text: textOf(content, publicUrl),
        html: htmlOf(content, publicUrl, productName, locale),
        attachments: [...files],
        // The same for every try, so that a mailbox that got it twice can tell.
        messageId: `<message-${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': locale },
      })
    } catch (error) {
      throw isRefusedForGood(error)
        ? new Undeliverable(error instanceof Error ? error.message : String(error), { cause: error })
        : error
    }
  }
}

/**
 * The server has rejected this message or its address for good. Temporary problems of the server are another matter.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}
