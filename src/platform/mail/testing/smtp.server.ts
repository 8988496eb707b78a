import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A letter as the mail server got it. */
export interface Letter {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

export interface Mailbox {
  readonly port: number
  /** With the password that it wants. */
  readonly url: string
  readonly letters: Letter[]
  /** Returns what is wrong with a receiver; null accepts it. */
  refuse: (to: string) => { code: number; message: string } | null
  close(): Promise<void>
}

/** A real mail server on loopback, which keeps what it gets. */
export async function openMailbox(options: { port?: number; startTls?: boolean } = {}): Promise<Mailbox> {
  const letters: Letter[] = []
  const mailbox = { refuse: (_to: string): { code: number; message: string } | null => null }
  const server = new SMTPServer({
    ...(!options.startTls && { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'marquee' && password === 'p@ss/word') callback(null, { user: username })
      else callback(new Error('Invalid username or password'))
    },
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = mailbox.refuse(address)
      callback(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((source) => {
        letters.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        })
        callback()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return Object.assign(mailbox, {
    port,
    letters,
    url: `smtp://marquee:p%40ss%2Fword@127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  })
}

/** The plain text of a letter, with the encoding of transport undone. */
export function plainText({ source }: Letter): string {
  const [, head = '', body = ''] = /Content-Type: text\/plain([\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? []
  if (!head.includes('quoted-printable')) return body
  return body
    .replace(/=\r\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
}
