import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { GenerateDialog } from './generate-dialog.tsx'

afterEach(closeScreen)

it('codes say above the buttons what is wrong with a field of the other kind', async () => {
  const refusal = new Refused({ 'template.percent': 'Leave the percentage out.' })
  const like = { id: 1, version: 1, code: 'SPRING', kind: 'fixed', amounts: [] }
  const screen = await openScreen(<GenerateDialog like={like} onClose={vi.fn()} />, {
    'POST /rest/data/coupons/generate': refusal,
  })
  await click(screen.button('Generate'))
  expect(screen.find('[role="dialog"] [role="alert"]').textContent).toBe('Leave the percentage out.')
})

it('codes lead to the first field that is wrong', async () => {
  const refusal = new Refused({ 'prefix': 'Enter a prefix.', 'template.name': 'Enter a name.' })
  const screen = await openScreen(<GenerateDialog like={null} onClose={vi.fn()} />, {
    'POST /rest/data/coupons/generate': refusal,
  })
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await click(screen.button('Generate'))
  const prefix = screen.find('#field-prefix')
  expect(document.activeElement).toBe(prefix)
  expect(scrolled.mock.contexts).toEqual([prefix])
  expect(screen.all('[aria-invalid=true]').map(({ id }) => id)).toEqual(['field-prefix', 'field-name'])
})
