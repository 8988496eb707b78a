import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { useRouteQuery } from '../navigation.tsx'
import { click, closeScreen, openScreen, type } from '../testing/open-screen.tsx'
import type { AnyRecord } from './client.web.ts'
import { RecordForm } from './record-form.tsx'
import { RecordPathsProvider } from './record-paths.tsx'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: { name: text({ required: true, max: 40 }), town: text({ max: 40 }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const stored = (version: number, name: string, town: string | null = null): AnyRecord => ({
  id: 7,
  version,
  name,
  town,
})

/** The page of a new tour, and of tour 7 as it is once it has been created. */
function Page({ record }: { record: AnyRecord | null }) {
  const [{ id }] = useRouteQuery()
  const shown = id === '7' ? stored(1, 'Harbour') : record
  return (
    <RecordPathsProvider value={(_of, _page, to) => `/page?id=${to}`}>
      <RecordForm key={id ?? ''} of={tours} record={shown} />
    </RecordPathsProvider>
  )
}

/** A form whose save is answered by `answer`. */
async function opened(record: AnyRecord | null, call: string) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const screen = await openScreen(<Page record={record} />, { [call]: () => promise })
  return {
    ...screen,
    answer: (body: unknown) => act(async () => resolve(body)),
    values: () => screen.all('#field-name, #field-town').map((input) => (input as HTMLInputElement).value),
  }
}

describe('what is typed while a record is being saved', () => {
  it('stays, in the same field and in another', async () => {
    const screen = await opened(stored(1, 'Cliffs'), 'PATCH /rest/data/tours/7')
    await type('Harbour', screen.find('#field-name'))
    await click(screen.button('Save'))
    await type('Harbour by night', screen.find('#field-name'))
    await type('Genoa', screen.find('#field-town'))
    await screen.answer(stored(2, 'Harbour'))
    await expect.poll(screen.text).toContain('Unsaved: Name, Town')
    expect(screen.values()).toEqual(['Harbour by night', 'Genoa'])
    expect(screen.calls.map(({ body }) => body)).toEqual([{ name: 'Harbour' }])
    await click(screen.button('Save'))
    expect(screen.calls.at(-1)?.body).toEqual({ name: 'Harbour by night', town: 'Genoa' })
  })

  it('stays when the save is refused because of another version', async () => {
    const screen = await opened(stored(1, 'Cliffs'), 'PATCH /rest/data/tours/7')
    await type('Harbour', screen.find('#field-name'))
    await click(screen.button('Save'))
    await type('Harbour by night', screen.find('#field-name'))
    const refused = { error: 'StaleVersion', message: 'This tour changed.', current: stored(2, 'Cliffs', 'Genoa') }
    await screen.answer(Response.json(refused, { status: 412 }))
    await expect.poll(screen.values).toEqual(['Harbour by night', 'Genoa'])
  })

  it('goes on, unsaved, on the page of a record that is created', async () => {
    const screen = await opened(null, 'POST /rest/data/tours')
    await type('Harbour', screen.find('#field-name'))
    await click(screen.button('Create'))
    await type('Genoa', screen.find('#field-town'))
    await screen.answer(stored(1, 'Harbour'))
    await expect.poll(screen.address).toBe('/page?id=7')
    await expect.poll(screen.values).toEqual(['Harbour', 'Genoa'])
  })
})
