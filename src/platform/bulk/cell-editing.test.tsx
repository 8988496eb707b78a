import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { defineResource } from '../../core/resource/resource.ts'
import { text } from '../../core/resource/fields.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import {
  answerWith,
  asked,
  cell,
  click,
  drawList,
  editor,
  focus,
  gridRow,
  input,
  press,
  pressPencil,
  settle,
  type,
  onInlineEditPage,
} from './inline-edit-test-page.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { shop, shops, words } from './testing/shops.web.ts'

onInlineEditPage()

const towns = defineResource('towns', {
  label: ['Town', 'Towns'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: { name: text({ required: true }) },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const cities = { ...towns, name: 'cities', label: ['City', 'Cities'] } as const

/** The server as it should be: keeps what it was sent. */
const keeping = (before: AnyRecord) =>
  answerWith(({ body }) => [200, { ...before, ...(body as object), version: before.version + 1 }])

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
