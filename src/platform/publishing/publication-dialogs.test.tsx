import { act, useEffect, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { publicationFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import type { Answers, OpenScreen } from '../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { PlanDialog, UnpublishDialog } from './publication-dialogs.tsx'

afterEach(closeScreen)

const stories = defineResource('stories', {
  label: ['Story', 'Stories'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: { name: text({ required: true }), ...publicationFields },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const story: AnyRecord = {
  id: 1,
  version: 3,
  name: 'Rome at night',
  publication: 'published',
  publishAt: null,
  unpublishAt: null,
}
const load = () => Promise.resolve([stories])
const theirs = { ...story, version: 4, name: 'Rome', unpublishAt: '2026-12-01T00:00:00.000Z' }

/** A dialog over a record that a colleague saves while it is open. */
async function openDialog(
  Dialog: typeof PlanDialog | typeof UnpublishDialog,
  answers: Answers = {},
): Promise<OpenScreen> {
  let look = (_: AnyRecord) => {}
  function Page() {
    const [record, setRecord] = useState(story)
    useEffect(() => {
      look = setRecord
    }, [])
    return (
      <ResourcesProvider value={load}>
        <Dialog of={stories} record={record} mayEnd onClose={() => {}} />
      </ResourcesProvider>
    )
  }
  const screen = await openScreen(<Page />, answers)
  await act(async () => look(theirs))
  return screen
}

/** The versions that the commands of a screen were sent on. */
function versionsSent(): (string | null)[] {
  return vi
    .mocked(window.fetch)
    .mock.calls.filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => new Headers(init?.headers).get('If-Match'))
}

it('a schedule goes to the record that its dates were read from, so that a colleague’s end date is not lost', async () => {
  const screen = await openDialog(PlanDialog)
  await click(screen.button('Save schedule'))
  expect(screen.calls.at(-1)).toMatchObject({ call: expect.stringMatching(/^POST /), body: { until: null } })
  expect(versionsSent()).toEqual(['"3"'])
  expect(screen.text()).not.toContain('Remove schedule')
})

it('a page is unpublished as it was when that was asked', async () => {
  const screen = await openDialog(UnpublishDialog)
  await click(screen.find('input[type=checkbox]'))
  await click(screen.button('Unpublish'))
  expect(versionsSent()).toEqual(['"3"'])
  expect(screen.text()).toContain('Unpublish Rome at night?')
})

it.each([
  ['of a page that is not ready', { name: 'It cannot be published yet: no name.' }],
  ['of a page as a whole', undefined],
])('a refused schedule says why, also %s', async (_, fields) => {
  const screen = await openDialog(PlanDialog, {
    'POST /rest/data/stories/1/publish': new Response(
      JSON.stringify({ error: 'NotReady', message: 'This story is published.', ...(fields && { fields }) }),
      { status: 409, headers: { 'Content-Type': 'application/json' } },
    ),
  })
  await click(screen.button('Save schedule'))
  expect(screen.all('[role=alert]').map(({ textContent }) => textContent)).toEqual([
    fields?.name ?? 'This story is published.',
  ])
})
