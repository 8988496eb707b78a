import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { clearToken, writeCookie } from '../../core/browser/cookies.web.ts'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { closeScreen, openScreen } from '../testing/open-screen.tsx'
import { useRows } from './client.web.ts'

const things = defineResource('opening-things', {
  label: ['Thing', 'Things'],
  access: 'tags',
  operations: ['list'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], filters: ['name'], search: ['name'], sort: 'name' },
})

/** As the document's own script has asked for the rows of the list as it is, and they have come. */
function givenEarly(): void {
  writeCookie('token', 'mine')
  const early = new Response('[]', { headers: { 'Content-Location': '/rest/data/opening-things' } })
  const opening = { response: early, body: [{ id: 1, name: 'Of everything' }] }
  window.earlyCalls = {
    token: 'mine',
    view: null,
    answers: {},
    rows: { of: '/rest/data/opening-things', answer: Promise.resolve(early), opening },
  }
}

afterEach(async () => {
  await closeScreen()
  delete window.earlyCalls
  clearToken()
})

it('a list that goes on to another address shows no rows of the one that it passes', async () => {
  const shown: string[] = []
  function Passing() {
    const [isPassing, setPassing] = useState(true)
    useState(givenEarly)
    const { data } = useRows(things, isPassing ? {} : { filter: { name: 'Narrowed' } }, !isPassing)
    shown.push(...(data?.rows ?? []).map(({ name }) => name ?? ''))
    return <button onClick={() => setPassing(false)}>Arrive</button>
  }
  const screen = await openScreen(<Passing />, { 'GET /rest/data/opening-things': [{ id: 2, name: 'Narrowed' }] })
  expect(shown).toEqual([])
  await act(async () => screen.button('Arrive').click())
  await act(() => expect.poll(() => shown).toContain('Narrowed'))
  expect(new Set(shown)).toEqual(new Set(['Narrowed']))
})
