import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineResource } from '../../core/resource/resource.ts'
import { text } from '../../core/resource/fields.ts'
import type { ChangeNotice, ResourceChange } from './change-feed.server.ts'
import { createChangeFeed } from './change-feed.server.ts'

const gatherFor = 250

const resource = (name: string, table?: string) =>
  defineResource(name, {
    label: [name, name],
    access: 'coupons',
    operations: ['list'],
    title: 'name',
    fields: { name: text() },
    list: { columns: ['name'], filters: [], search: [], sort: '-createdAt' },
    ...(table !== undefined && { table }),
  })

const notice = (object: string, ids: readonly (number | string)[], more: Partial<ChangeNotice> = {}): ChangeNotice => ({
  object,
  count: ids.length,
  at: '2026-06-01T10:00:00.000Z',
  records: ids.map((id) => ({ id: String(id), version: 2, action: 'update', kind: 'staff', who: 1, name: 'Ana' })),
  ...more,
})

describe('what transactions say', () => {
  let told: (readonly ResourceChange[])[]
  let feed: ReturnType<typeof createChangeFeed>

  beforeEach(() => {
    vi.useFakeTimers()
    told = []
    feed = createChangeFeed(
      [resource('things'), resource('audit'), resource('people', 'staff'), resource('staff')],
      (changes) => told.push(changes),
    )
  })
  afterEach(() => {
    feed.stop()
    vi.useRealTimers()
  })
  const of = (name: string) => told.flat().filter((change) => change.resource === name)

  it('is collected for a quarter of a second and sent together', () => {
    for (let n = 1; n <= 5; n++) feed.hear(notice('things', [n]))
    vi.advanceTimersByTime(gatherFor - 1)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(of('things').map(({ records }) => records?.map(({ id }) => id))).toEqual([[1, 2, 3, 4, 5]])
  })

  it('is sent once a second while it continues, and the last change is not lost', () => {
    for (let n = 0; n < 1_000; n++) {
      feed.hear(notice('things', [(n % 10) + 1]))
      vi.advanceTimersByTime(5)
    }
    const during = of('things').length
    expect(during).toBeGreaterThanOrEqual(4)
    expect(during).toBeLessThanOrEqual(6)
    feed.hear(notice('things', [77]))
    vi.advanceTimersByTime(2_000)
    expect(
      of('things')
        .at(-1)
        ?.records?.map(({ id }) => id),
    ).toContain(77)
  })

  it('names records until there are too many of them, or one that has no number', () => {
    feed.hear(
      notice(
        'things',
        Array.from({ length: 51 }, (_, n) => n + 1),
      ),
    )
    vi.advanceTimersByTime(gatherFor)
    expect(of('things')[0]?.records).toBeNull()
    feed.hear(notice('things', ['by-name', 2]))
    vi.advanceTimersByTime(2_000)
    expect(of('things')[1]?.records).toBeNull()
  })

  it('reaches every resource that shows the same table, and the audit', () => {
    feed.hear(notice('staff', [3]))
    vi.advanceTimersByTime(gatherFor)
    expect(
      told
        .flat()
        .map((change) => change.resource)
        .sort(),
    ).toEqual(['audit', 'people', 'staff'])
  })

  it('about what is no resource reaches the audit alone', () => {
    feed.hear(notice('sessions', [3]))
    vi.advanceTimersByTime(gatherFor)
    expect(told.flat().map((change) => change.resource)).toEqual(['audit'])
  })

  it('keeps apart the changes of several tabs to one record, so that each hears of the others', () => {
    feed.hear(notice('things', [1], { tab: 'tab-one-1' }))
    feed.hear(notice('things', [1], { tab: 'tab-two-2' }))
    vi.advanceTimersByTime(gatherFor)
    expect(of('things')[0]?.records?.map(({ tab }) => tab)).toEqual(['tab-one-1', 'tab-two-2'])
  })
})
