import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen, Refused } from '../../../ui/testing/open-screen.tsx'
import type { Manifest } from './manifest.ts'
import { ManifestPanel } from './manifest-panel.tsx'
import { sectionWith } from './testing/section.ts'

afterEach(closeScreen)

const path = '/rest/data/venue-configurations/5/manifest'
const stored: Manifest = {
  id: 5,
  version: 1,
  name: 'Concert',
  layout: 'theatre',
  capacity: 300,
  manifestAt: null,
  sections: ['A', 'B', 'C'].map((code) => sectionWith({ code, name: `Block ${code}` })),
  map: null,
}
const coverage = { listings: 0, placed: 0, tickets: 0, stake: [], due: 0, providers: [], sections: [], total: 0 }

const press = (key: string, on: Element, more: object = {}) =>
  act(async () => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more })))

/** The map in the editor with one section deleted. The coverage is read once; `cover` ends its later reading. */
async function edited(published: () => unknown) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let readings = 0
  let current = stored
  const screen = await openScreen(
    <ManifestPanel id={5} venue={{ id: 2, name: 'Arena' }} mayWrite kept={null} onDirty={() => {}} />,
    {
      [`GET ${path}`]: () => current,
      [`PUT ${path}`]: async ({ body }: { body: Pick<Manifest, 'sections'> }) => {
        const answer = await published()
        if (answer instanceof Response) current = { ...stored, version: 2, sections: stored.sections.slice(2) }
        else if (!(answer instanceof Refused)) current = { ...stored, version: 2, sections: body.sections }
        return answer
      },
      'GET /rest/data/venues/2/map-coverage': () => (readings++ === 0 ? coverage : promise),
    },
  )
  await click(screen.button('Edit map'))
  await press(' ', screen.find('[data-section=A]'))
  await click(screen.button('Delete'))
  return {
    ...screen,
    cover: () => act(async () => resolve(coverage)),
    isInert: () => screen.button('Undo').closest('[inert]') !== null,
    changes: () => screen.find('[aria-label="Unpublished changes"] p').textContent,
    isOpen: () => screen.all('[aria-label="Unpublished changes"]').length > 0,
    sent: () => screen.calls.filter(({ call }) => call.startsWith('PUT')),
    undo: () => press('z', document.body, { ctrlKey: true }),
  }
}

describe('a map that is published', () => {
  it('cannot be edited until that is through, as the editor then closes', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await edited(() => promise)
    expect(screen.isInert()).toBe(false)
    await click(screen.button('Publish'))
    expect(screen.isInert()).toBe(true)
    await screen.undo()
    expect(screen.changes()).toBe('1 section deleted')
    await act(async () => resolve(stored))
    await expect.poll(() => screen.calls.filter(({ call }) => call === `GET ${path}`)).toHaveLength(2)
    await act(() => new Promise((done) => setTimeout(done, 20)))
    expect(screen.isInert()).toBe(true)
    expect(screen.text()).not.toContain('Someone else published this map')
    expect((screen.button('Stop editing') as HTMLButtonElement).disabled).toBe(true)
    await screen.cover()
    await expect.poll(screen.isOpen).toBe(false)
    expect(screen.sent()).toHaveLength(1)
  })

  it('can be edited again where that is refused', async () => {
    const screen = await edited(() => new Refused({ sections: 'No.' }))
    await click(screen.button('Publish'))
    expect(screen.text()).toContain('Refused')
    expect(screen.isInert()).toBe(false)
    await screen.undo()
    expect(screen.changes()).toBe('No changes yet')
  })
  it('says which sections that were changed here are gone, where someone else deleted them', async () => {
    const screen = await edited(() => Response.json({ message: 'It changed.' }, { status: 412 }))
    await press(' ', screen.find('[data-section=B]'))
    await press('ArrowRight', screen.find('[data-section=B]'))
    expect(screen.changes()).toBe('1 section moved, 1 section deleted')
    await click(screen.button('Publish'))
    await expect
      .poll(() => screen.all('p[role=status]').map(({ textContent }) => textContent))
      .toContain(
        'Someone else published this map. Your changes are on top of theirs: check them before you publish. Sections that you changed and they deleted: Block B',
      )
    expect(screen.all('[data-section=B]')).toEqual([])
  })
})

it('a step of the editor keeps the focus near, by mouse and by key', async () => {
  const screen = await edited(() => stored)
  const map = screen.find('svg[tabindex]')
  expect(document.activeElement).toBe(map)
  screen.button('Undo').focus()
  await click(screen.button('Undo'))
  expect(screen.changes()).toBe('No changes yet')
  expect(screen.button('Undo').getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(screen.button('Undo'))
  await click(screen.button('Undo'))
  await click(screen.button('Redo'))
  expect(screen.changes()).toBe('1 section deleted')
  await press(' ', screen.find('[data-section=B]'))
  screen.find('[data-section=B]').focus()
  await press('Delete', screen.find('[data-section=B]'))
  expect(screen.changes()).toBe('2 sections deleted')
  expect(document.activeElement).toBe(screen.find('svg[tabindex]'))
})
