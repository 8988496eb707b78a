import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { ManifestDialog } from './manifest-dialog.tsx'

afterEach(closeScreen)

it('asks for a day only of a product, and for a reason only with full phone numbers', async () => {
  const screen = await openScreen(<ManifestDialog subject={{ performanceId: 4 }} onClose={vi.fn()} />, {})
  expect(screen.text()).not.toContain('Day')
  expect(screen.text()).not.toContain('Reason')
  await click(screen.all('input[type=checkbox]')[0] as HTMLElement)
  expect(screen.text()).toContain('Reason')
  await closeScreen()
  const ofProduct = await openScreen(<ManifestDialog subject={{ productId: 4 }} onClose={vi.fn()} />, {})
  expect(ofProduct.text()).toContain('Day')
})

it('says how many come before it saves, and saves one start time of several', async () => {
  const slot = (time: string, orders: number) => ({ time, orders, quantity: orders * 2, redeemed: 1, noShows: 0 })
  const screen = await openScreen(<ManifestDialog subject={{ productId: 4 }} onClose={vi.fn()} />, {
    'GET /rest/data/purchases/manifest/slots': [slot('09:30', 3), slot('11:00', 1)],
  })
  expect(screen.find('[role="status"]').textContent).toBe('4 orders · 8 guests · 2 checked in · 0 no-shows')
  await act(async () => {
    const select = screen.find('select') as HTMLSelectElement
    select.value = '11:00'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(screen.find('[role="status"]').textContent).toBe('1 order · 2 guests · 1 checked in · 0 no-shows')
  await click(screen.button('Save file'))
  expect(screen.calls.at(-1)?.body).toMatchObject({ productId: 4, time: '11:00' })
})

it('saves no file of a day without orders', async () => {
  const screen = await openScreen(<ManifestDialog subject={{ productId: 4 }} onClose={vi.fn()} />, {
    'GET /rest/data/purchases/manifest/slots': [],
  })
  expect(screen.text()).toContain('No orders on this day.')
  expect(screen.button('Save file')).toHaveProperty('disabled', true)
})
