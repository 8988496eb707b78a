import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { globick } from '../globick/globick.ts'
import { callsShown } from './supplier-call.endpoints.ts'
import { SupplierCallsDialog } from './supplier-calls-dialog.tsx'

afterEach(closeScreen)

const lineOf = (id: number, kind: string) => ({
  id,
  at: '2026-11-27T17:00:00Z',
  method: 'GET',
  url: `https://api.globick.com/v1/activities?page=${id}`,
  status: id === 7 ? null : 200,
  problem: id === 7 ? 'Globick did not answer within 15 s.' : null,
  milliseconds: 12,
  about: { kind, id: kind === 'import' ? 36 : null, name: kind === 'import' ? '58214' : null },
})
/** From the 40th down, as the server pages them. */
const page = (before: number) =>
  Array.from({ length: Math.min(callsShown, before - 1) }, (_, n) => before - 1 - n).map((id) =>
    lineOf(id, id % 2 === 0 ? 'import' : 'changes'),
  )

const asked: string[] = []
const open = () =>
  openScreen(<SupplierCallsDialog supplier={globick} canSend onClose={() => {}} />, {
    'GET /rest/data/product-codes-globick/calls': ({ query }: { query: Readonly<Record<string, string>> }) => {
      asked.push(JSON.stringify(query))
      return query['kind'] === 'search' ? [] : page(Number(query['before'] ?? 41))
    },
    'GET /rest/data/product-codes-globick/calls/40': {
      ...lineOf(40, 'import'),
      request: null,
      answer: '{"data":[]}',
      refusal: null,
    },
  })

async function press(element: HTMLElement | undefined): Promise<void> {
  if (!element) throw new Error('Not there.')
  await act(async () => {
    element.click()
    await new Promise((done) => setTimeout(done, 20))
  })
}

it('lists what a supplier was called for, turns the pages, and opens a call and comes back', async () => {
  const screen = await open()
  expect(screen.all('tbody tr')).toHaveLength(callsShown)
  expect(screen.text()).toContain('Imports · 58214')
  expect((screen.all('tbody a')[0] as HTMLAnchorElement | undefined)?.getAttribute('href')).toBe(
    '/imports/globick/view?id=36',
  )
  const button = (label: string) =>
    (screen.all('button') as unknown as HTMLButtonElement[]).find(({ textContent }) => textContent === label)
  expect(button('Newer')?.disabled).toBe(true)
  await press(button('Older'))
  expect(asked.at(-1)).toBe('{"before":"11"}')
  await vi.waitFor(() => expect(screen.all('tbody tr')).toHaveLength(10))
  expect(screen.text()).toContain('No answer within 15 s.')
  expect(button('Older')?.disabled).toBe(true)
  await press(button('Newer'))
  await vi.waitFor(() => expect(screen.all('tbody tr')).toHaveLength(callsShown))
  await press(button('GET /v1/activities?page=40'))
  await vi.waitFor(() => expect(screen.text()).toContain('Send again'))
})
