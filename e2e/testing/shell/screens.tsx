import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { registerDraft, takeDraft } from '../../../src/core/browser/drafts.web.ts'
import { http } from '../../../src/core/browser/http-client.web.ts'
import { parseLinkMarkers } from '../../../src/core/resource/link-marker.ts'
import { LinkMarkers } from '../../../src/ui/link-markers.tsx'
import { alertBox, confirmBox, promptBox } from '../../../src/ui/message-box-store.web.ts'
import { useLeaveGuard, useRouteParams, useRouteQuery } from '../../../src/ui/navigation.tsx'
import { usePage } from '../../../src/ui/page-context.tsx'
import { PageFrame } from '../../../src/ui/page-frame.tsx'
import { toast } from '../../../src/ui/toast-store.web.ts'

/** A page that shows what the router gave it, with plain links to everywhere. */
export function PlainScreen() {
  const params = useRouteParams()
  const [query, setQuery] = useRouteQuery()
  const { mayWrite } = usePage()
  return (
    <PageFrame
      subtitle="for trying things out"
      actions={<Button onClick={() => setQuery({ page: Number(query['page'] ?? 1) + 1 })}>Next page</Button>}
    >
      <output aria-label="Parameters">{JSON.stringify(params)}</output>
      <output aria-label="Query">{JSON.stringify(query)}</output>
      <output aria-label="May write">{String(mayWrite)}</output>
      <p>
        <a href="/coupons/update?id=7&tab=rules">Coupon 7</a>
      </p>
      <p>
        <a href="/nowhere/at/all">Nowhere</a>
      </p>
      <LinkMarkers
        parts={parseLinkMarkers('To :::link|text=<b>Rome</b>|element=c-1::: and :::link|text=there|element=zz-1:::')}
        hrefOf={() => '/coupons/list'}
      />
    </PageFrame>
  )
}

/** A page whose buttons say, ask and call. */
export function TryScreen() {
  const [answer, setAnswer] = useState('')
  const [note, setNote] = useState(() => {
    const draft = takeDraft('try')
    return typeof draft === 'string' ? draft : ''
  })
  useEffect(() => registerDraft({ key: 'try', read: () => (note === '' ? undefined : note) }), [note])
  useLeaveGuard(note.startsWith('guarded'))
  const tell = (result: unknown): void => setAnswer(JSON.stringify(result))

  async function call(path: string, times = 1): Promise<void> {
    const calls = Array.from({ length: times }, () =>
      http.request('GET', path, { params: { filter: { code: ['A'] } } }),
    )
    tell((await Promise.allSettled(calls)).map((result) => result.status))
  }

  async function cancelled(): Promise<void> {
    const stop = new AbortController()
    const waiting = http.request('GET', '/rest/data/slow', { signal: stop.signal }).catch((error: unknown) => error)
    setTimeout(() => stop.abort(), 50)
    const failure = await waiting
    tell(failure instanceof Error ? failure.message : null)
  }

  const buttons: Readonly<Record<string, () => unknown>> = {
    'Say saved': () => toast.success('Saved'),
    'Say note': () => toast.info('Take note', { group: true }),
    'Say sticky': () => toast.warning('Stays', { duration: 0 }),
    'Say low': () => toast.error('Low', { offset: 100, duration: 0 }),
    'Alert': async () => tell(await alertBox('It is done.', 'Done')),
    'Confirm': async () => tell(await confirmBox('Really?', 'Delete coupon', { type: 'warning', danger: true })),
    'Prompt': async () =>
      tell(
        await promptBox('Name of the role', 'New role', {
          pattern: /^[A-Za-z0-9_-]+$/,
          errorText: 'Only letters, digits, hyphen and underscore',
        }),
      ),
    'Call once': () => call('/rest/data/things'),
    'Call three times': () => call('rest/data/things', 3),
    'Call and cancel': cancelled,
  }
  return (
    <PageFrame>
      <p>
        <label>
          Note <input value={note} onChange={(event) => setNote(event.currentTarget.value)} />
        </label>
      </p>
      {Object.entries(buttons).map(([label, act]) => (
        <Button key={label} onClick={() => void act()}>
          {label}
        </Button>
      ))}
      <output aria-label="Answer">{answer}</output>
      <div style={{ height: 2000 }} />
    </PageFrame>
  )
}

export function BrokenScreen(): never {
  throw new Error('The ink has run out')
}
