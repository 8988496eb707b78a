import { afterEach, describe, expect, it, vi } from 'vitest'
import { act } from 'react'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { NamesakeInput } from './performer-inputs.tsx'
import { performers } from './performers.ts'

afterEach(closeScreen)

describe('performers of the same name', () => {
  it('are named with their kind, and their sport where they have one', async () => {
    const screen = await openScreen(
      <NamesakeInput
        field={performers.fields.isNamesake}
        name="isNamesake"
        value={false}
        errors={{}}
        readOnly={false}
        draft={{ name: 'Giants', kind: 'artist' }}
        record={null}
        onChange={() => {}}
      />,
      {
        'GET /rest/data/performers/namesakes': {
          namesakes: [
            { id: 1, name: 'Giants', kind: 'team', sport: 'baseball' },
            { id: 2, name: 'The Giants', kind: 'artist', sport: null },
          ],
        },
      },
    )
    await act(() => vi.waitFor(() => expect(screen.all('li')).toHaveLength(2)))
    expect(screen.all('li small').map(({ textContent }) => textContent)).toEqual(['Team · Baseball', 'Artist'])
  })
})
