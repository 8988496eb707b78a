import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { DuplicateList } from './duplicate-list.tsx'

afterEach(closeScreen)

const performer = (id: number, name: string) => ({
  id,
  name,
  kind: 'artist',
  sport: null,
  genre: null,
  country: null,
  variations: [],
  events: 1,
})

describe('a possible duplicate pair of performers', () => {
  it('offers to merge the second into the first, and says which is which', async () => {
    const pair = { one: performer(1, 'Coldplay'), other: performer(2, 'Cold Play'), score: 90, evidence: [] }
    const screen = await openScreen(<DuplicateList />, {
      'GET /rest/data/performers/duplicates': { pairs: [pair], total: 1, waiting: 0 },
    })
    const [merge, apart] = screen.all('li button').map((button) => button.getAttribute('aria-label'))
    expect(merge).toBe('Preview merge of Cold Play into Coldplay')
    expect(apart).toBe('Coldplay and Cold Play are not the same')
    expect(screen.all('li strong').map(({ textContent }) => textContent)).toEqual(['Coldplay', 'Cold Play'])
  })

  it('is reached page by page, and the first page has a plain address', async () => {
    const pair = { one: performer(1, 'Coldplay'), other: performer(2, 'Cold Play'), score: 90, evidence: [] }
    const screen = await openScreen(<DuplicateList />, {
      'GET /rest/data/performers/duplicates': { pairs: [pair], total: 45, waiting: 0 },
    })
    const addresses: string[] = []
    for (const label of ['Less likely duplicates', 'Likely duplicates']) {
      await click(screen.button(label))
      addresses.push(screen.address())
    }
    expect(addresses).toEqual(['/page?skip=25', '/page'])
    expect(screen.button('Likely duplicates').hasAttribute('disabled')).toBe(true)
  })
})
