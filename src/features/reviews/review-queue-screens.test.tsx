import { useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { ProductReviewQueueScreen } from './review-queue-screens.tsx'

afterEach(closeScreen)

const at = '/rest/data/product-reviews'
const reviewOf = (id: number) => ({
  id,
  version: 1,
  headline: `Story ${id}`,
  title: `Story ${id}`,
  body: `It was good, says ${id}.`,
  rating: 5,
  originalRating: 5,
  originalScale: 5,
  language: 'en',
  isMachineTranslated: false,
  isFlagged: false,
  status: 'pending',
  source: 'import',
  travelDate: null,
  authorName: 'Anna M.',
  authorCountry: null,
  authorEmail: null,
  submittedAt: '2026-03-10T10:00:00.000Z',
  product: { id: 4, title: 'Harbour tour' },
})

function Page() {
  const queries = useQueryClient()
  return (
    <>
      <button type="button" onClick={() => void queries.invalidateQueries()}>
        Read again
      </button>
      <ProductReviewQueueScreen />
    </>
  )
}

/** The queue over the pending reviews with these ids, which a test can change. */
async function opened(pending: number[], answers: Answers, address?: string) {
  const queue = { ids: pending }
  const list = { [`GET ${at}`]: () => queue.ids.map(reviewOf) }
  const screen = await openScreen(<Page />, { ...list, ...answers }, address)
  const key = (name: string) => click(screen.find(`[aria-keyshortcuts="${name}"]`))
  return {
    ...screen,
    queue,
    key,
    shown: () => screen.find('h2').textContent,
    /** Presses the first reason of the dialog, once it is open. */
    giveReason: async () => {
      await expect.poll(() => screen.all('[role="dialog"] li button').length).toBeGreaterThan(0)
      await click(screen.find('[role="dialog"] li button'))
    },
    decided: () =>
      screen.calls
        .filter(({ call }) => call.startsWith('POST'))
        .map(({ call, body }) => [call.slice(at.length + 5), body]),
  }
}

describe('the queue of reviews', () => {
  it('goes on to the next review, at the end to the one before, and shows what was undone', async () => {
    const screen = await opened([1, 2, 3], {
      [`POST ${at}/2/moderate`]: {},
      [`POST ${at}/3/moderate`]: {},
      [`POST ${at}/3/undo`]: {},
    })
    await screen.key('j')
    expect(screen.shown()).toBe('Story 2')
    await screen.key('a')
    expect(screen.shown()).toBe('Story 3')
    await screen.key('f')
    expect(screen.shown()).toBe('Story 1')
    screen.queue.ids = [1, 3]
    await screen.key('u')
    await expect.poll(screen.shown).toBe('Story 3')
    expect(screen.decided()).toEqual([
      ['/2/moderate', { step: 'approve' }],
      ['/3/moderate', { step: 'flag' }],
      ['/3/undo', { action: 'flag' }],
    ])
  })

  it('rejects the review that the reason was asked for, when a refused one comes back behind the dialog', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened([1, 2, 3], {
      [`POST ${at}/1/moderate`]: () => promise,
      [`POST ${at}/2/moderate`]: {},
    })
    await screen.key('a')
    await screen.key('r')
    await act(async () => resolve(new Refused({ status: 'It is flagged.' })))
    await expect.poll(() => screen.find('[role="status"]').textContent).toBe('3 left')
    expect(screen.shown()).toBe('Story 2')
    await screen.giveReason()
    expect(screen.decided()).toEqual([
      ['/1/moderate', { step: 'approve' }],
      ['/2/moderate', { step: 'reject', rejectionReason: 'spam' }],
    ])
  })

  it('shows a refused review again, which no key decides that was pressed as it came', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened([1, 2], { [`POST ${at}/1/moderate`]: () => promise })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
    await screen.key('a')
    expect(screen.shown()).toBe('Story 2')
    await act(async () => resolve(new Refused({ status: 'It is flagged.' })))
    await click(document.body)
    expect(screen.shown()).toBe('Story 1')
    await screen.key('a')
    await screen.key('r')
    expect(screen.decided()).toHaveLength(1)
    expect(screen.all('[role="dialog"]')).toEqual([])
    clock.mockReturnValue(1_800_000_000_500)
    await screen.key('a')
    expect(screen.decided()).toHaveLength(2)
  })

  it('stays at the review that was gone to since when one is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened([1, 2, 3], { [`POST ${at}/1/moderate`]: () => promise })
    await screen.key('a')
    await screen.key('j')
    expect(screen.shown()).toBe('Story 3')
    await act(async () => resolve(new Refused({ status: 'It is flagged.' })))
    await expect.poll(() => screen.find('[role="status"]').textContent).toBe('3 left')
    expect(screen.shown()).toBe('Story 3')
  })

  it('rejects the review that the reason was asked for, when an undone one comes back behind the dialog', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened([1, 2, 3], {
      [`POST ${at}/1/moderate`]: {},
      [`POST ${at}/2/moderate`]: {},
      [`POST ${at}/1/undo`]: () => promise,
    })
    await screen.key('a')
    await screen.key('u')
    await screen.key('r')
    await act(async () => resolve({}))
    await expect.poll(() => screen.find('[role="status"]').textContent).toBe('3 left')
    expect(screen.shown()).toBe('Story 2')
    await screen.giveReason()
    expect(screen.decided().at(-1)).toEqual(['/2/moderate', { step: 'reject', rejectionReason: 'spam' }])
  })

  it('keeps the review on screen when a riskier one arrives before it', async () => {
    const screen = await opened([1, 2], { [`POST ${at}/1/moderate`]: {} }, '/page?order=risk')
    expect(screen.shown()).toBe('Story 1')
    screen.queue.ids = [9, 1, 2]
    await click(screen.button('Read again'))
    await expect.poll(() => screen.find('[role="status"]').textContent).toBe('3 left')
    expect(screen.shown()).toBe('Story 1')
    await screen.key('a')
    expect(screen.decided()).toEqual([['/1/moderate', { step: 'approve' }]])
    expect(screen.shown()).toBe('Story 2')
  })
})

describe('the queue that cannot be read', () => {
  it('says so with a way to try again, and not that everything is decided', async () => {
    let isDown = true
    const screen = await openScreen(<Page />, {
      [`GET ${at}`]: () =>
        isDown ? Response.json({ error: 'Internal', message: 'Down' }, { status: 500 }) : [reviewOf(1)],
    })
    await expect.poll(screen.text).toContain('Reviews didn’t load')
    expect(screen.text()).not.toContain('Every review has its decision.')
    isDown = false
    await click(screen.button('Try again'))
    await expect.poll(screen.text).toContain('Story 1')
  })
})
