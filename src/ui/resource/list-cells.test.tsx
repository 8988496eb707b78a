import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { instant, integer, money, ref, refs, select, text } from '../../core/resource/fields.ts'
import type { ShownColumn } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { Cells } from './list-cells.tsx'
import { evenIfBlank } from './list-cells.tsx'
import { gridColumns } from './list-columns.tsx'
import { fieldsOfColumns } from '../../core/list/list-fields.ts'

const tones = { on: 'good', late: 'warn', failed: 'bad' } as const
const orders = defineResource('list-cell-orders', {
  label: ['Order', 'Orders'],
  access: 'tags',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    venueId: ref('venues' as never),
    imageIds: refs('images' as never),
    country: text({ max: 2 }),
    booking: select(['on', 'failed'], { tones, labels: { on: 'Confirmed', failed: 'Booking failed' } }),
    delivery: select(['on', 'late'], { tones, labels: { on: 'Delivered', late: 'Tickets due' } }),
    step: select(['none', 'chase'], { labels: { none: 'Nothing to do', chase: 'Chase supplier' } }),
    total: money({ currency: 'currency' }),
    currency: text({ max: 3 }),
    count: integer(),
    startsAt: instant(),
  },
  list: { columns: ['name', 'count'], filters: [], search: ['name'], sort: 'name' },
})

const columnOf = (shown: ShownColumn) =>
  gridColumns(orders, [shown], { thumbnail: ({ id }) => `/pictures/${id}` }).find(({ id }) => id === shown.key)
const record = { id: 1, version: 1, name: 'Carmen', currency: 'EUR' }
const text_ = (node: React.ReactNode) => renderToStaticMarkup(node).replaceAll(/<[^>]*>/g, '')

describe('the cells of a list', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('put other fields below a value, without those that are blank', () => {
    const column = columnOf({ key: 'name', below: ['venueId', 'count'] })
    expect(text_(column?.below?.({ ...record, venueId: 3, venue: { id: 3, title: 'Staatsoper' }, count: 4 }))).toBe(
      'Staatsoper4',
    )
    expect(column?.below?.({ ...record, venueId: null, count: null })).toBeNull()
  })

  it('say of a blank value what its area wants said of it', () => {
    const words = ({ startsAt }: AnyRecord) => (startsAt === null ? 'Not begun' : 'Begun')
    const below = (cell: Cells[string]) =>
      gridColumns(orders, [{ key: 'name', below: ['startsAt'] }], { cells: { startsAt: cell } })[0]?.below
    expect(below(words)?.({ ...record, startsAt: null })).toBeNull()
    expect(
      text_(below(evenIfBlank(({ startsAt }) => words({ startsAt } as never)))?.({ ...record, startsAt: null })),
    ).toBe('Not begun')
  })

  it('copy their own value, or the one that people take elsewhere, which the list then asks for', () => {
    const copied = (copies: true | 'country') =>
      columnOf({ key: 'name', copies })?.copies?.({ ...record, country: 'AT' })
    expect([copied(true), copied('country')]).toEqual(['Carmen', 'AT'])
    const list = { ...orders.list, shown: [{ key: 'name', copies: 'country' }] }
    expect(fieldsOfColumns({ ...orders, list } as never, ['name'])).toContain('country')
  })

  it('name the worst of several states, and the next step only where there is one', () => {
    const column = columnOf({ key: 'booking', worst: ['booking', 'delivery'], below: ['step'], label: 'Status' })
    const read = (booking: string, delivery: string, step: string) => {
      const row = { ...record, booking, delivery, step }
      return [text_(column?.cell(row)), column?.below?.(row) === null ? null : text_(column?.below?.(row))]
    }
    expect(column?.header).toBe('Status')
    expect(read('on', 'on', 'none')).toEqual(['Confirmed', null])
    expect(read('on', 'late', 'chase')).toEqual(['Tickets due', 'Chase supplier'])
    expect(read('failed', 'late', 'chase')).toEqual(['Booking failed', 'Chase supplier'])
  })

  it('write a moment on two lines, and shortly below another value', () => {
    const row = { ...record, startsAt: '2026-11-24T19:30:00.000Z' }
    const own = columnOf({ key: 'startsAt' })
    expect(text_(own?.cell(row))).toMatch(/^2\d Nov 2026$/)
    expect(text_(own?.below?.(row))).toMatch(/^\d\d:30$/)
    const below = columnOf({ key: 'name', below: ['startsAt'] })
    const briefly = (startsAt: string) => text_(below?.below?.({ ...record, startsAt }))
    expect(briefly('2026-11-23T12:05:00.000Z')).toMatch(/^\d\d:05$/)
    expect(briefly('2026-06-10T12:05:00.000Z')).toBe('10 Jun')
    expect(briefly('2025-06-10T12:05:00.000Z')).toBe('10 Jun 2025')
  })

  it('show money by its sign, the first image and a flag', () => {
    expect(text_(columnOf({ key: 'total' })?.cell({ ...record, total: 125_000 }))).toBe('€1,250.00')
    const pictured = columnOf({ key: 'name', picture: 'imageIds' })
    const markup = renderToStaticMarkup(pictured?.picture?.({ ...record, images: [{ id: 7 }, { id: 8 }] }))
    expect(markup).toContain('src="/pictures/7"')
    const flagged = columnOf({ key: 'name', picture: 'country' })
    expect(text_(flagged?.picture?.({ ...record, country: 'ES' }))).toBe('🇪🇸')
  })

  it('ask for what they read', () => {
    const shown: ShownColumn[] = [{ key: 'name', below: ['venueId'], worst: ['booking'], picture: 'imageIds' }]
    const listed = { ...orders, list: { ...orders.list, shown } }
    expect(fieldsOfColumns(listed, ['name'])).toEqual(['id', 'version', 'name', 'venueId', 'booking', 'imageIds'])
  })

  it('put four facts on a phone’s card: name, state, amount and what comes first of the rest', () => {
    const columns = gridColumns(orders, ['name', 'count', 'startsAt', 'country', 'booking', 'total'])
    const onCard = columns.filter(({ onCard, hidden }) => onCard && !hidden).map(({ id }) => id)
    expect(onCard).toEqual(['name', 'count', 'booking', 'total'])
    const withOwn = gridColumns(orders, ['name', 'count', { key: 'country', onCard: true }, 'booking', 'total'])
    expect(withOwn.filter((one) => one.onCard && !one.hidden).map(({ id }) => id)).toEqual([
      'name',
      'country',
      'booking',
      'total',
    ])
    const withCount = gridColumns(orders, ['name', { key: 'count', onCard: true }, 'booking', 'total'])
    expect(withCount.filter((one) => one.onCard && !one.hidden).map(({ id }) => id)).toEqual([
      'name',
      'count',
      'booking',
      'total',
    ])
    expect(columns.find(({ id }) => id === 'total')?.onCard).toBe('corner')
  })
})
