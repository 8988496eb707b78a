// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { AttachDialog } from './attach-dialog.tsx'

// The input that searches for records has tests of its own.
vi.mock('../../../ui/resource/inputs.tsx', () => ({
  inputOf: (_: unknown, { error, onChange }: { error?: string; onChange: (id: number) => void }) => (
    <>
      <button type="button" onClick={() => onChange(9)}>
        Louvre tickets
      </button>
      {error}
    </>
  ),
}))
afterEach(closeScreen)

const answers: Answers = {
  'GET /rest/data/aliases/9/members': { members: [{ productId: 4, isPinned: true }] },
  'PUT /rest/data/aliases/9/members': { members: [] },
}

describe('attaching imported products to a page', () => {
  const open = async (productIds: readonly number[]) => {
    const onAttached = vi.fn<(n: number) => void>()
    const dialog = <AttachDialog productIds={productIds} onClose={() => {}} onAttached={onAttached} />
    return { screen: await openScreen(dialog, answers), onAttached }
  }

  it('asks for the page', async () => {
    const { screen } = await open([5])
    await click(screen.button('Attach'))
    expect(screen.text()).toContain('Choose an alias.')
  })

  it('puts them after those that are there', async () => {
    const { screen, onAttached } = await open([4, 5])
    await click(screen.button('Louvre tickets'))
    await click(screen.button('Attach'))
    expect(screen.calls.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      seen: [4],
      members: [{ productId: 4, isPinned: true }, { productId: 5 }],
    })
    expect(onAttached).toHaveBeenCalledWith(1)
  })

  it('says so where all of them are there already', async () => {
    const { screen, onAttached } = await open([4])
    await click(screen.button('Louvre tickets'))
    await click(screen.button('Attach'))
    expect(screen.text()).toContain('It already fronts all of them.')
    expect(onAttached).not.toHaveBeenCalled()
  })
})
