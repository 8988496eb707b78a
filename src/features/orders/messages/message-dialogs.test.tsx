import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { ReadDialog, SendDialog } from './message-dialogs.tsx'
import type { MessageKind } from './message-kinds.ts'

afterEach(closeScreen)

const kinds = (['confirmation', 'ticket', 'voucher'] as const).map((kind) => ({
  kind,
  name: kind,
  blockedReason: kind === 'voucher' ? 'It has none.' : null,
}))
const letter = { to: 'a@example.com', locale: 'en', subject: 'Your tickets', paragraphs: ['Here they are.'] }

async function chosenAfter(last: MessageKind | undefined): Promise<string> {
  const screen = await openScreen(
    <SendDialog id={7} kinds={kinds} last={last} onSent={async () => {}} onClose={() => {}} />,
    { 'GET /rest/data/purchases/7/message-preview': letter },
  )
  const { value } = screen.find('select') as HTMLSelectElement
  await closeScreen()
  return value
}

it('opens on the message that was sent last, or the first one possible', async () => {
  expect(await chosenAfter(undefined)).toBe('confirmation')
  expect(await chosenAfter('ticket')).toBe('ticket')
  expect(await chosenAfter('voucher')).toBe('confirmation')
})

describe('a message that is sent', () => {
  const dialogs = [
    ['Send', 'POST /rest/data/purchases/7/messages', { id: 4 }],
    ['Send again', 'POST /rest/data/purchases/messages/resend', { results: [{ id: 7, ok: true }] }],
  ] as const

  /** One of both dialogs. What was sent is never read again to the end. */
  async function opened(answers: Answers) {
    const done: string[] = []
    const props = {
      id: 7,
      onSent: () => {
        done.push('sent')
        return new Promise<void>(() => {})
      },
      onClose: () => void done.push('closed'),
    }
    const screen = await openScreen(
      <>
        <SendDialog {...props} kinds={kinds} last={undefined} />
        <ReadDialog {...props} message={3} isNewest />
      </>,
      {
        'GET /rest/data/purchases/7/message-preview': letter,
        'GET /rest/data/purchases/7/messages/3': letter,
        ...answers,
      },
    )
    return { done, screen, sent: () => screen.calls.filter(({ call }) => call.startsWith('POST')) }
  }

  it.each(dialogs)('closes its dialog before the messages are read again: %s', async (label, call, answer) => {
    const { done, screen } = await opened({ [call]: answer })
    await click(screen.button(label))
    expect(done).toEqual(['closed', 'sent'])
  })

  it.each(dialogs)('is sent once however often its button is pressed: %s', async (label, call, answer) => {
    const { done, screen, sent } = await opened({ [call]: answer })
    await act(async () => {
      screen.button(label).click()
      screen.button(label).click()
    })
    await expect.poll(() => done).toEqual(['closed', 'sent'])
    await click(screen.button(label))
    expect(sent()).toHaveLength(1)
  })

  it.each(dialogs)('leaves its dialog open where it fails, to be sent again: %s', async (label) => {
    const { done, screen, sent } = await opened({})
    await click(screen.button(label))
    await click(screen.button(label))
    expect(done).toEqual([])
    expect(sent()).toHaveLength(2)
  })
})
