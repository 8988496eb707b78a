import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Presence } from './presence.server.ts'
import { createPresence, tabKey } from './presence.server.ts'

const awayFor = 8_000

const presentFor = 45_000

const ana = { person: 1, name: 'Ana', tab: 'tab-of-ana', resource: 'things', id: 7, state: 'looking' } as const

describe('who is on a record', () => {
  let held: Set<string>
  let changes: string[]
  let one: Presence
  let other: Presence

  beforeEach(() => {
    vi.useFakeTimers()
    held = new Set()
    changes = []
    // Two instances whose messages cross as text, as they do through the database.
    one = createPresence({
      publish: (message) => other.hear(JSON.parse(JSON.stringify(message))),
      changed: (resource, id) => changes.push(`${resource}/${id}`),
      tabs: () => held,
      now: () => Date.now(),
    })
    other = createPresence({
      publish: (message) => one.hear(JSON.parse(JSON.stringify(message))),
      changed: () => {},
      tabs: () => new Set(),
      now: () => Date.now(),
    })
  })
  afterEach(() => {
    one.stop()
    other.stop()
    vi.useRealTimers()
  })
  const names = (presence: Presence) => presence.visitsTo('things', 7).map(({ name, state }) => `${name} ${state}`)

  it('is known to every instance at once, and forgotten when they leave', () => {
    one.attend(ana, false)
    expect([names(one), names(other)]).toEqual([['Ana looking'], ['Ana looking']])
    one.attend({ ...ana, state: 'editing' }, false)
    expect(names(other)).toEqual(['Ana editing'])
    one.attend(ana, true)
    expect([names(one), names(other)]).toEqual([[], []])
  })

  it('is passed on only when it changes', () => {
    one.attend(ana, false)
    one.attend(ana, false)
    expect(changes).toEqual(['things/7'])
    one.attend({ ...ana, id: 8 }, false)
    expect(changes).toEqual(['things/7', 'things/7', 'things/8'])
  })

  it('lasts as long as the tab has a stream, without a word of the tab', () => {
    held.add(tabKey(1, 'tab-of-ana'))
    one.attend(ana, false)
    vi.advanceTimersByTime(10 * presentFor)
    expect([names(one), names(other)]).toEqual([['Ana looking'], ['Ana looking']])
  })

  it('ends by itself when the tab is silent', () => {
    one.attend(ana, false)
    vi.advanceTimersByTime(presentFor - 1_000)
    expect(names(other)).toEqual(['Ana looking'])
    vi.advanceTimersByTime(2_000)
    expect([names(one), names(other)]).toEqual([[], []])
  })

  it('survives a stream that comes back in time, and ends soon after one that does not', () => {
    held.add(tabKey(1, 'tab-of-ana'))
    one.attend(ana, false)
    held.clear()
    one.lostStream(1, 'tab-of-ana')
    vi.advanceTimersByTime(awayFor - 1_000)
    one.hasStream(1, 'tab-of-ana')
    vi.advanceTimersByTime(awayFor)
    expect(names(other)).toEqual(['Ana looking'])
    one.lostStream(1, 'tab-of-ana')
    vi.advanceTimersByTime(awayFor + 1_000)
    expect([names(one), names(other)]).toEqual([[], []])
  })

  it('is at one record with one tab, and at several with several', () => {
    one.attend(ana, false)
    one.attend({ ...ana, id: 9 }, false)
    expect(names(one)).toEqual([])
    one.attend({ ...ana, tab: 'tab-two-of-ana' }, false)
    expect(names(one)).toEqual(['Ana looking'])
  })

  it('takes a bounded place for each person', () => {
    for (let n = 0; n < 100; n++) one.attend({ ...ana, tab: `tab-number-${n}` }, false)
    expect(names(one)).toHaveLength(40)
  })
})
