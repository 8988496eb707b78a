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
