import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import type { readDemoInbox } from './message.endpoints.ts'
import type * as z from 'zod/mini'
import { MessageLetter } from './message-letter.tsx'
import classes from './messages.module.css'

type Inbox = z.output<NonNullable<typeof readDemoInbox.output>>

/** How often new mail is looked for, in milliseconds. */
const lookEvery = 3_000

/** The demo's mailbox for everyone. Public, because people who are locked out have to read their code. */
export function DemoInboxPage() {
  const { title } = usePage()
  const { data, error } = useQuery({
    queryKey: ['/demo/inbox'],
    queryFn: async ({ signal }) => (await http.request('GET', '/demo/inbox', { signal, quiet: true })).data as Inbox,
    refetchInterval: ({ state }) => (state.error ? false : lookEvery),
  })
  return (
    <main id="main" className={classes['inbox']} data-screen="demo-inbox" tabIndex={-1}>
      <h1>{title}</h1>
      {error && (
        <p role="alert">
          {error instanceof FailedRequest && error.status !== 404
            ? error.message
            : 'There is no demo inbox here: this is not a demo.'}
        </p>
      )}
      {!error && (
        <p className={classes['meta']}>
          What would have been emailed, newest first. In production each message goes to its receiver alone.
        </p>
      )}
      {!data && !error && <p role="status">Looking for messages…</p>}
      {data?.length === 0 && <p>No messages yet. They appear here by themselves.</p>}
      {data?.map((message) => (
        <article key={message.id} className={classes['card']} aria-labelledby={`message-${message.id}`}>
          <h2 id={`message-${message.id}`}>{message.subject}</h2>
          <p className={classes['meta']}>
            To {message.to}, <time dateTime={message.at}>{formatInstant(message.at)}</time>
          </p>
          <MessageLetter letter={message} isLive />
        </article>
      ))}
    </main>
  )
}
