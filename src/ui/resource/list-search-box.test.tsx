import { act, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen, type } from '../testing/open-screen.tsx'
import { SearchBox } from './list-search-box.tsx'

afterEach(closeScreen)

function Box() {
  const [q, setQ] = useState('')
  return (
    <>
      <SearchBox state={{ q, setQ }} what="tours" />
      <output>{q}</output>
    </>
  )
}

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))

describe('the search box of a list', () => {
  it('searches for what was typed once the typing pauses', async () => {
    const screen = await openScreen(<Box />)
    await type('harbour', screen.find('input'))
    await pause()
    expect(screen.find('output').textContent).toBe('harbour')
  })

  it('stays empty when it is cleared right after a key', async () => {
    const screen = await openScreen(<Box />)
    await type('harbour', screen.find('input'))
    await click(screen.find('button[aria-label="Clear search"]'))
    await pause()
    expect(screen.find('output').textContent).toBe('')
    expect(screen.find('input').getAttribute('value')).toBe('')
  })
})
