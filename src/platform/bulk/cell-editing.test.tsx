import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { boolean, date, integer, longText, money, ref, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { toasts } from '../../ui/toast-store.web.ts'
import {
  answerWith,
  asked,
  cell,
  click,
  pressPencil,
  drawList,
  editor,
  focus,
  gridRow,
  input,
  pencil,
  point,
  press,
  settle,
  signIn,
  type,
} from './inline-edit-test-page.tsx'
import { nameOf } from '../../core/resource/resource-name.ts'

const towns = defineResource('towns', {
  label: ['Town', 'Towns'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const cities = { ...towns, name: 'cities', label: ['City', 'Cities'] } as const
const shops = defineResource('shops', {
  label: ['Shop', 'Shops'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 20 }),
    notes: longText(),
    rooms: integer({ min: 1 }),
    isOpen: boolean(),
    since: date(),
    kind: select(['kiosk', 'hall']),
    currency: text({ required: true, format: 'currency' }),
    rent: money({ currency: 'currency' }),
    townId: ref(nameOf('towns')),
    cityId: ref(nameOf('cities')),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const shop = (id: number, more: object = {}): AnyRecord => ({
  id,
  version: 3,
  name: `Shop ${id}`,
  notes: 'A note',
  rooms: 2,
  isOpen: false,
  since: '2026-01-02',
  kind: 'kiosk',
  currency: 'EUR',
  rent: 120_00,
  townId: null,
  town: null,
  cityId: 7,
  city: { id: 7, title: 'Rome' },
  ...more,
})
/** The server as it should be: keeps what it was sent. */
const keeping = (before: AnyRecord) =>
  answerWith(({ body }) => [200, { ...before, ...(body as object), version: before.version + 1 }])
const words = (id: number, key: string) => cell(id, key)?.textContent

describe('a value in a list', () => {
  it('is changed by keyboard alone: to the cell, Enter, type, Enter; and is sent with the version that was seen', async () => {
    await drawList(shops, [shop(1), shop(2)])
    keeping(shop(1))
    await focus(gridRow(1))
    await press('ArrowRight')
    expect(document.activeElement).toBe(cell(1, 'name'))
    await press('ArrowRight')
    expect(document.activeElement, 'notes is passed over').toBe(cell(1, 'rooms'))
    await press('Enter')
    expect(editor()?.getAttribute('aria-label')).toBe('Rooms of Shop 1')
    expect(document.activeElement).toBe(input())
    await type('5')
    await press('Enter')
    expect(asked).toEqual([{ method: 'PATCH', path: '/rest/data/shops/1', ifMatch: '"3"', body: { rooms: 5 } }])
    expect([words(1, 'rooms'), words(2, 'rooms')]).toEqual(['5', '2'])
    expect(editor()).toBeNull()
    expect(document.activeElement).toBe(cell(1, 'rooms'))
  })

  it('goes on by Tab, row after row, and sends nothing for what was not changed', async () => {
    await drawList(shops, [shop(1), shop(2)], [shops, towns, cities])
    await focus(gridRow(1))
    await press('F2')
    const passed: (string | null | undefined)[] = []
    for (let step = 0; step < 9 && editor(); step += 1) {
      passed.push(editor()?.getAttribute('aria-label'))
      await press('Tab')
    }
    expect(passed).toEqual([
      ...['Name', 'Rooms', 'Is open', 'Since', 'Kind', 'Rent', 'Town', 'City'].map((label) => `${label} of Shop 1`),
      'Name of Shop 2',
    ])
    await press('Tab', { shiftKey: true })
    await press('Tab', { shiftKey: true })
    expect(editor()?.getAttribute('aria-label')).toBe('City of Shop 1')
    expect(asked).toEqual([])
  })

  it('stays as it was after Escape, and the keyboard is back on its cell, then on its row', async () => {
    await drawList(shops, [shop(1)])
    await focus(gridRow(1))
    await press('F2')
    await type('Another name')
    await press('Escape')
    expect([editor(), words(1, 'name'), asked.length]).toEqual([null, 'Shop 1', 0])
    expect(document.activeElement).toBe(cell(1, 'name'))
    await press('Escape')
    expect(document.activeElement).toBe(gridRow(1))
  })

  it('is checked before it is sent', async () => {
    await drawList(shops, [shop(1)])
    await focus(gridRow(1))
    await press('F2')
    await type('')
    await press('Enter')
    expect(editor()?.textContent).toContain('Name is required.')
    expect(asked).toEqual([])
  })

  it('is shown at once, before the server has answered', async () => {
    await drawList(shops, [shop(1)])
    let answer: (() => void) | undefined
    answerWith(async ({ body }) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return [200, { ...shop(1), ...(body as object), version: 4 }]
    })
    await focus(gridRow(1))
    await press('F2')
    await type('At once')
    await press('Enter')
    expect(words(1, 'name')).toBe('At once')
    answer?.()
    await settle()
    expect(words(1, 'name')).toBe('At once')
  })

  it('of money is shown when the server has accepted it, not before', async () => {
    await drawList(shops, [shop(1)])
    let answer: (() => void) | undefined
    answerWith(async ({ body }) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return [200, { ...shop(1), ...(body as object), version: 4 }]
    })
    await pressPencil(cell(1, 'rent'))
    await type('250')
    await press('Enter')
    expect([words(1, 'rent'), editor()?.getAttribute('aria-busy')]).toEqual([expect.stringContaining('120.00'), 'true'])
    answer?.()
    await settle()
    expect([words(1, 'rent'), editor()]).toEqual([expect.stringContaining('250.00'), null])
  })

  it('goes back with the reason in its place when the server refuses', async () => {
    await drawList(shops, [shop(1)])
    answerWith(() => [
      422,
      { error: 'InvalidInput', message: 'No', fields: { name: 'Name is taken.', rooms: 'Too few for that.' } },
    ])
    await focus(gridRow(1))
    await press('F2')
    await type('Taken')
    await press('Enter')
    expect(words(1, 'name')).toBe('Shop 1')
    expect(input()?.value).toBe('Taken')
    expect(editor()?.textContent).toContain('Name is taken.')
    expect(editor()?.textContent).toContain('Rooms: Too few for that.')
    await press('Escape')
    expect(words(1, 'name')).toBe('Shop 1')
  })

  it('that is refused while you edit another cell leaves you there, and offers the way back', async () => {
    await drawList(shops, [shop(1)])
    answerWith(() => [409, { error: 'Conflict', message: 'Name is taken.', fields: { name: 'Name is taken.' } }])
    await focus(gridRow(1))
    await press('F2')
    await type('Taken')
    await press('Tab')
    await settle()
    expect(editor()?.getAttribute('aria-label')).toBe('Rooms of Shop 1')
    const toast = toasts.open().at(-1)
    expect(toast?.message).toBe('Name was not changed. Name is taken.')
    await act(async () => toast?.action?.run())
    await settle()
    expect([editor()?.getAttribute('aria-label'), input()?.value]).toEqual(['Name of Shop 1', 'Taken'])
  })

  it('of a switch is one press', async () => {
    await drawList(shops, [shop(1)])
    keeping(shop(1))
    await pressPencil(cell(1, 'isOpen'))
    await click(input())
    expect(asked).toMatchObject([{ body: { isOpen: true } }])
    expect([words(1, 'isOpen'), editor()]).toEqual(['Yes', null])
  })

  it('and the next one in the same row go one after the other, on the version that the first has made', async () => {
    await drawList(shops, [shop(1)])
    let version = 3
    answerWith(({ ifMatch, body }) =>
      ifMatch === `"${version}"`
        ? [200, { ...shop(1), ...(body as object), version: ++version }]
        : [412, { error: 'StaleVersion', message: '', current: shop(1) }],
    )
    await focus(gridRow(1))
    await press('F2')
    await type('First')
    await press('Tab')
    await type('9')
    await press('Enter')
    await settle()
    expect(asked.map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
      ['"3"', { name: 'First' }],
      ['"4"', { rooms: 9 }],
    ])
  })
})

describe('a value that a colleague has changed in the meantime', () => {
  const theirs = shop(1, { version: 8, name: 'Theirs', rooms: 11 })
  async function collide(): Promise<void> {
    await drawList(shops, [shop(1)])
    answerWith(({ ifMatch, body }) =>
      ifMatch === '"8"'
        ? [200, { ...theirs, ...(body as object), version: 9 }]
        : [412, { error: 'StaleVersion', message: '', current: theirs }],
    )
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
