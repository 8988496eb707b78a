import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { InvoiceArchivePanel } from './invoice-archive-panel.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await closeScreen()
})

const path = '/rest/data/invoice-archive'
const archive = { period: '2026-Q4', documents: 4, ready: 0, state: 'idle', requestedBy: 'Ida' }
const texts = (all: readonly Element[]) => all.map(({ textContent }) => textContent)

describe('the PDFs of a period', () => {
  it('are prepared, stopped and continued, and downloaded once all are there', async () => {
    let now: Omit<typeof archive, 'requestedBy'> = archive
    const asked: unknown[] = []
    const screen = await openScreen(<InvoiceArchivePanel period="2026-Q4" />, {
      [`GET ${path}`]: () => now,
      [`POST ${path}`]: ({ body }: { body: unknown }) => {
        asked.push(body)
        const { isRunning } = body as { isRunning: boolean }
        now = { ...now, ready: now.ready + 1, state: isRunning ? 'running' : 'stopped' }
        return now
      },
    })
    expect(texts(screen.all('button'))).toEqual(['Prepare ZIP'])
    expect(screen.all('[role="progressbar"]')).toEqual([])
    await click(screen.button('Prepare ZIP'))
    expect(screen.find('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('25')
    await click(screen.button('Stop'))
    expect(texts(screen.all('button'))).toEqual(['Continue'])
    now = { ...now, ready: 3 }
    await click(screen.button('Continue'))
    expect(texts(screen.all('button'))).toEqual(['Download ZIP'])
    expect(screen.text()).toContain('All 4 documents are ready.')
    expect(asked).toEqual([true, false, true].map((isRunning) => ({ period: '2026-Q4', isRunning })))
  })

  it('are looked at again while they are made', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let ready = 1
    const screen = await openScreen(<InvoiceArchivePanel period="2026-Q4" />, {
      [`GET ${path}`]: () => ({ ...archive, ready, state: ready === 4 ? 'done' : 'running' }),
    })
    expect(screen.text()).toContain('1 of 4 documents ready')
    ready = 4
    await act(async () => {
      await vi.advanceTimersByTimeAsync(2_000)
      await vi.waitFor(() => expect(screen.calls).toHaveLength(2))
    })
    await expect.poll(() => screen.text()).toContain('All 4 documents are ready.')
  })

  it('are none where nothing was issued', async () => {
    const screen = await openScreen(<InvoiceArchivePanel period="2026-Q4" />, {
      [`GET ${path}`]: { ...archive, documents: 0 },
    })
    expect(screen.text()).toContain('No documents were issued in this period.')
    expect(screen.all('button')).toEqual([])
  })
})
