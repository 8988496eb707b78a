import { afterEach, expect, it, vi } from 'vitest'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { ResendOrdersDialog } from './resend-orders-dialog.tsx'

afterEach(closeScreen)

const order = (id: number, reference: string) => ({ id, version: 1, reference, title: `Tosca ${id}` })
const records = [order(1, 'AAAAAAAA'), order(2, 'BBBBBBBB'), order(3, 'CCCCCCCC')]
const send = 'POST /rest/data/purchases/messages/resend'
const letter = (id: number) => ({
  id,
  kind: 'confirmation',
  subject: `Your order ${id}`,
  to: 'a•••@example.com',
  sentAt: '2026-11-20T10:00:00Z',
  blockedReason: null,
})
const nothing = { kind: null, subject: null, to: null, sentAt: null, blockedReason: 'Nothing was sent yet.' }
const previews = { [`${send}/preview`]: [letter(1), { id: 2, ...nothing }, letter(3)] }
const sent = ({ body }: { body: unknown }) => ({
  results: (body as { ids: number[] }).ids.map((id) => ({ id, ok: true })),
})
const close = { onClose: vi.fn(), onDone: vi.fn() }
const open = (answers: Answers) =>
  openScreen(<ResendOrdersDialog of={purchases} records={records} {...close} />, answers)
const results = (screen: OpenScreen) =>
  screen.all('tbody tr').map((row) => row.children[row.children.length - 1]?.textContent?.trim())
const calls = (screen: OpenScreen) => screen.calls.filter(({ call }) => call === send).map(({ body }) => body)

it('shows which message goes to whom before it sends any, and what became of each', async () => {
  const screen = await open({ ...previews, [send]: sent })
  expect(results(screen)).toEqual([
    expect.stringMatching(/^Confirmation Your order 1 · to a•••@example\.com · sent 20 Nov 2026/),
    'Not possible now Nothing was sent yet.',
    expect.stringMatching(/^Confirmation Your order 3 /),
  ])
  expect(calls(screen)).toEqual([])
  await type('Their mail server was down', screen.find('textarea'))
  await click(screen.button('Resend 2 messages'))
  const reason = 'Their mail server was down'
  expect(calls(screen)).toEqual([
    { ids: [1], kind: null, reason },
    { ids: [3], kind: null, reason },
  ])
  expect(results(screen)).toEqual([
    'Sent again Confirmation to a•••@example.com',
    'Not possible now Nothing was sent yet.',
    'Sent again Confirmation to a•••@example.com',
  ])
  expect(screen.find('[role="status"]').textContent).toBe('2 messages sent again')
  await click(screen.button('Done'))
  expect(close.onDone).toHaveBeenCalledTimes(1)
})

it('says what is wrong with the reason at its field, once, and sends nothing', async () => {
  const screen = await open({ ...previews, [send]: new Refused({ reason: 'Enter a reason.' }) })
  await click(screen.button('Resend 2 messages'))
  expect(screen.text().match(/Enter a reason\./g)).toHaveLength(1)
  expect(calls(screen)).toHaveLength(1)
  screen.button('Resend 2 messages')
})

it('goes on with those that are left, and names the same call again where it had no answer', async () => {
  let isUp = false
  const screen = await open({
    ...previews,
    [send]: (call: { body: unknown }) => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return sent(call)
    },
  })
  await type('Their mail server was down', screen.find('textarea'))
  await click(screen.button('Resend 2 messages'))
  expect(results(screen)[0]).toMatch(/^No answer /)
  expect(results(screen)[2]).toMatch(/^Confirmation/)
  isUp = true
  const headers = () =>
    vi
      .mocked(window.fetch)
      .mock.calls.filter(([url]) => String(url).endsWith('/messages/resend'))
      .map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))
  await click(screen.button('Resend 2 messages'))
  const [first, again, other] = headers()
  expect([again, other === first]).toEqual([first, false])
  expect(results(screen)[2]).toMatch(/^Sent again/)
})
