import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answerWith,
  asked,
  cell,
  click,
  drawList,
  editor,
  findWith,
  focus,
  gridRow,
  pencil,
  point,
  press,
  readAgain,
  signIn,
  settle,
  type,
  onInlineEditPage,
} from './inline-edit-test-page.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { shop, shops, words } from './testing/shops.web.ts'

onInlineEditPage()

/** Saves only over version 8, which a colleague has made. */
const answerStale = (theirs: object) =>
  answerWith(({ ifMatch, body }) =>
    ifMatch === '"8"'
      ? [200, { ...theirs, ...(body as object), version: 9 }]
      : [412, { error: 'StaleVersion', message: '', current: theirs }],
  )

describe('a value that a colleague has changed in the meantime', () => {
  const theirs = shop(1, { version: 8, name: 'Theirs', rooms: 11 })
  async function collide(): Promise<void> {
    await drawList(shops, [shop(1)])
    answerStale(theirs)
    await focus(gridRow(1))
    await press('F2')
    await type('Mine')
    await press('Enter')
  }
  const merge = () => document.querySelector('[aria-label=Merge]')
  const button = (label: string) =>
    [...(merge()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === label)

  it('opens the merge, with their record in the row; one’s own is saved over it when chosen', async () => {
    await collide()
    expect(merge()?.textContent).toContain('name: theirs Theirs, mine Mine')
    expect([words(1, 'name'), words(1, 'rooms')]).toEqual(['Theirs', '11'])
    await click(button('Save mine'))
    expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"8"'])
    expect([merge(), words(1, 'name'), words(1, 'rooms')]).toEqual([null, 'Mine', '11'])
  })

  it('is theirs when that is chosen, and nothing more is sent', async () => {
    await collide()
    await click(button('Keep theirs'))
    expect([asked.length, merge(), words(1, 'name')]).toEqual([1, null, 'Theirs'])
  })

  it('is gone when the record is, and that is said', async () => {
    await drawList(shops, [shop(1)])
    answerWith(() => [404, { error: 'NotFound', message: 'There is none.' }])
    await focus(gridRow(1))
    await press('F2')
    await type('Late')
    await press('Enter')
    expect(toasts.open().map(({ message }) => message)).toEqual(['This shop has been deleted.'])
    expect(editor()).toBeNull()
  })
})

describe('a value that a colleague changes while its cell is open', () => {
  const theirs = shop(1, { version: 8, name: 'Theirs' })
  async function openWhileTheySave(): Promise<void> {
    await drawList(shops, [shop(1)])
    answerStale(theirs)
    await focus(gridRow(1))
    await press('F2')
    findWith(() => [theirs])
    await readAgain()
    expect(words(1, 'name')).toBe('Theirs')
  }

  it('stays theirs where nothing was typed', async () => {
    await openWhileTheySave()
    await press('Tab')
    expect([asked.length, words(1, 'name')]).toEqual([0, 'Theirs'])
  })

  it('is asked about where something was typed over it', async () => {
    await openWhileTheySave()
    await type('Mine')
    await press('Enter')
    expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"3"'])
    expect(document.querySelector('[aria-label=Merge]')?.textContent).toContain('name: theirs Theirs, mine Mine')
  })

  it('is asked about too where it was typed again after a refusal', async () => {
    await openWhileTheySave()
    await type('Mine')
    answerWith(() => [422, { error: 'InvalidInput', message: 'No', fields: { name: 'Name is taken.' } }])
    await press('Enter')
    expect(words(1, 'name')).toBe('Theirs')
    await type('Mine again')
    await press('Enter')
    expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"3"'])
  })

  it('is sent once where the refusal comes before the next frame, which is for the cell', async () => {
    await drawList(shops, [shop(1)])
    const frames = new Map<number, () => void>()
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => {
      frames.set(frames.size + 1, () => run(0))
      return frames.size
    })
    vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id))
    answerWith(() => [422, { error: 'InvalidInput', message: 'No', fields: { name: 'Name is taken.' } }])
    await focus(gridRow(1))
    await press('F2')
    await type('Mine')
    await press('Enter')
    for (const run of frames.values()) await act(async () => run())
    await settle()
    expect(asked.length).toBe(1)
    expect(editor()?.contains(document.activeElement)).toBe(true)
  })
})

describe('two values of a row that a colleague has changed in the meantime', () => {
  let stored = shop(1)
  let answer = () => {}
  const merge = () => document.querySelector('[aria-label=Merge]')
  const saveMine = () => click(merge()?.querySelector('button'))
  beforeEach(async () => {
    await drawList(shops, [shop(1)])
    stored = shop(1, { version: 8, name: 'Theirs', rooms: 11 })
    const typed = new Promise<void>((resolve) => {
      answer = resolve
    })
    answerWith(async ({ ifMatch, body }) => {
      await typed
      if (ifMatch !== `"${stored.version}"`) return [412, { error: 'StaleVersion', message: '', current: stored }]
      stored = { ...stored, ...(body as object), version: stored.version + 1 }
      return [200, stored]
    })
    await focus(gridRow(1))
    await press('F2')
    await type('Mine')
    await press('Tab')
    await type('9')
  })

  it('are both asked about, one after the other', async () => {
    await press('Enter')
    answer()
    await settle()
    expect(stored).toMatchObject({ name: 'Theirs', rooms: 11 })
    expect(merge()?.textContent).toContain('name: theirs Theirs, mine Mine')
    await saveMine()
    expect(merge()?.textContent).toContain('rooms: theirs 11, mine 9')
    await saveMine()
    expect([merge(), words(1, 'name'), words(1, 'rooms')]).toEqual([null, 'Mine', '9'])
    expect(asked.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"3"', '"8"', '"9"'])
  })

  it('are asked about once the user has typed the second, which stays open', async () => {
    answer()
    await settle()
    expect([merge(), editor()?.querySelector('input')?.value]).toEqual([null, '9'])
    await press('Enter')
    await settle()
    expect(merge()?.textContent).toContain('name: theirs Theirs, mine Mine')
    await saveMine()
    await saveMine()
    expect(stored).toMatchObject({ name: 'Mine', rooms: 9 })
  })
})

describe('a list is only read', () => {
  const permissions = [
    { action: 'ui', object: 'places' },
    { action: 'write', object: 'coupons' },
  ]
  const user = { role: 'reader', first_name: 'Rea', last_name: 'Der', email: 'rea@marquee.example' }

  it('by people who cannot write its records', async () => {
    await signIn({ user, permissions })
    await drawList(shops, [shop(1)])
    await point(cell(1, 'name'))
    await focus(gridRow(1))
    await press('F2')
    expect([pencil(), editor()]).toEqual([null, null])
  })

  it('where its records are in cities that the person’s right does not reach', async () => {
    await signIn({
      user,
      permissions: [...permissions, { action: 'write', object: 'places' }],
      limits: [{ action: 'write', object: 'places', any: [{ cities: [7] }] }],
    })
    await drawList(shops, [shop(1), shop(2, { cityId: 8 })])
    await point(cell(1, 'name'))
    expect(pencil()).not.toBeNull()
    await point(cell(2, 'name'))
    expect(pencil()).toBeNull()
  })

  it('at a field that is no single input of its own', async () => {
    await drawList(shops, [shop(1)])
    await point(cell(1, 'notes'))
    expect(pencil()).toBeNull()
    await point(cell(1, 'rooms'))
    expect(pencil()).not.toBeNull()
  })
})
