import { act, useMemo, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { useMay } from '../../core/browser/session.web.ts'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { closeScreen, openScreen } from '../testing/open-screen.tsx'
import type { Cells } from './list-cells.tsx'
import { ListScreen } from './list-screen.tsx'
import { ScreenPartsProvider, useScreenParts } from './screen-parts.web.ts'

const things = defineResource('redrawn-things', {
  label: ['Thing', 'Things'],
  access: 'tags',
  operations: ['list'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], filters: ['name'], search: ['name'], sort: 'name' },
})

afterEach(closeScreen)

it('a list that is drawn again draws none of its rows again', async () => {
  const drawn: number[] = []
  const cells: Cells = {
    name: ({ id, name }) => {
      drawn.push(id)
      return String(name)
    },
  }
  // Columns are made with it, as the console makes them: small pictures are for those who can see images.
  const thumbnail = (may: ReturnType<typeof useMay>) => (may('ui', 'images') ? () => '/small.png' : undefined)
  function Redrawn() {
    const [times, setTimes] = useState(0)
    const usual = useScreenParts()
    const parts = useMemo(() => ({ ...usual, thumbnail }), [usual])
    return (
      <ScreenPartsProvider value={parts}>
        <button onClick={() => setTimes(times + 1)}>Draw again</button>
        <ListScreen of={things} cells={cells} actions={times} />
      </ScreenPartsProvider>
    )
  }
  const rows = [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ]
  const screen = await openScreen(<Redrawn />, { 'GET /rest/data/redrawn-things': rows })
  await act(() => expect.poll(screen.text).toContain('Two'))
  expect(drawn).toEqual([1, 2])
  await act(async () => screen.button('Draw again').click())
  expect(screen.text()).toContain('1')
  expect(drawn).toEqual([1, 2])
})
