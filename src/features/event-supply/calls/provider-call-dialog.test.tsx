import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../../core/browser/session.web.ts'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { ProviderCallDialog } from './provider-call-dialog.tsx'

afterEach(closeScreen)

const call = {
  id: 7,
  at: '2026-11-28T10:00:00.000Z',
  method: 'GET',
  url: 'https://api.ticketevolution.com/v9/events',
  status: 200,
  problem: null,
  milliseconds: 90,
  request: null,
  answer: null,
  refusal: null,
}

it('a call says why its bodies are missing to people who can’t see raw payloads', async () => {
  const screen = await openScreen(
    <ProviderCallDialog code="TE" id={7} canSend={false} onSent={vi.fn()} onClose={vi.fn()} />,
    { 'GET /rest/data/event-providers/TE/calls/7': call },
  )
  expect(screen.text()).toContain('The answer has no text.')
  const agent = { role: 'sales-agent', first_name: 'Sam', last_name: 'Lee', email: 'sam@marquee.example' }
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ user: agent, permissions: [] }))
  await act(() => loadSession('token of an agent'))
  expect(screen.text()).toContain('You can’t see raw payloads, so requests and answers are left out.')
  expect(screen.text()).not.toContain('The answer has no text.')
})
