import { act, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { clearToken, writeCookie } from '../../core/browser/cookies.web.ts'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen } from '../testing/open-screen.tsx'
import { useRows } from './client.web.ts'
import { ListScreen } from './list-screen.tsx'

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

describe('a list without a row', () => {
  const search = (filter: object) => `/page?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`
  const questions = [{ label: 'To do', filter: { name: 'Waiting' } }]
  const isNamed = ({ view }: Readonly<Record<string, string>>) => view === 'inbox'
  const open = (address: string) =>
    openScreen(
      <ListScreen of={things} questions={questions} isNamed={isNamed} start={<a href="/imports">Import things</a>} />,
      { 'GET /rest/data/opening-things': [] },
      address,
    )

  it.each([
    ['a question', search({ name: 'Waiting' }), 'Nothing in “To do”'],
    ['a view of the page', `${search({ name: 'Mine' })}&view=inbox`, 'Nothing in this view'],
  ])('that shows %s blames no filter, and leads to all rows', async (_, address, words) => {
    const screen = await open(address)
    expect(screen.text()).toContain(words)
    expect(screen.text()).not.toContain('your search and filters')
    await click(screen.button('Show all'))
    expect(screen.address()).toBe('/page?view=all')
    expect(screen.text()).toContain('No things yet')
  })

  it.each([
    ['a filter of the person’s own', search({ name: 'Other' })],
    ['a search within a view', `${search({ name: 'Waiting' })}&q=word`],
  ])('says that %s finds nothing', async (_, address) => {
    const screen = await open(address)
    expect(screen.text()).toContain('No things match your search and filters')
    await click(screen.button('Clear search and filters'))
    expect(screen.text()).toContain('No things yet')
  })

  it('says where rows come from', async () => {
    const screen = await open('/page')
    expect(screen.text()).toContain('No things yet')
    expect(screen.find('main a[href="/imports"]').textContent).toBe('Import things')
  })
})
