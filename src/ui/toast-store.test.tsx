import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastStore } from './toast-store.web.ts'

let store: ToastStore
beforeEach(() => {
  vi.useFakeTimers()
  store = new ToastStore()
})
afterEach(() => void vi.useRealTimers())

const texts = () => store.open().map(({ message }) => message)

describe('toast messages', () => {
  test('default: type info, 3000 ms, offset 16', () => {
    store.show({ message: 'Hello' })
    expect(store.open()).toMatchObject([{ type: 'info', duration: 3000, offset: 16, count: 1 }])
    vi.advanceTimersByTime(2999)
    expect(texts()).toEqual(['Hello'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  test('duration 0 means sticky', () => {
    store.show({ message: 'Stay', duration: 0 })
    vi.advanceTimersByTime(86_400_000)
    expect(texts()).toEqual(['Stay'])
  })

  test('what a toast offers is done once, and closes it', () => {
    const run = vi.fn()
    store.show({ message: 'Deleted', duration: 8000, action: { label: 'Undo', run } })
    const id = store.open()[0]?.id ?? 0
    expect(store.open()[0]?.action?.label).toBe('Undo')
    store.act(id)
    store.act(id)
    expect([run.mock.calls.length, texts()]).toEqual([1, []])
    store.show({ message: 'Nothing to do' })
    store.act(store.open()[0]?.id ?? 0)
    expect(texts()).toEqual(['Nothing to do'])
  })

  test('the newest is lowest, and closing an upper one leaves the rest in order', () => {
    const first = store.show({ message: 'a', offset: 100 })
    store.show({ message: 'b', offset: 100 })
    store.show({ message: 'c' })
    first.close()
    expect(texts()).toEqual(['b', 'c'])
  })

  test('hover pauses, and leaving restarts the full duration', () => {
    store.show({ message: 'Hello' })
    const id = store.open()[0]?.id ?? 0
    vi.advanceTimersByTime(2900)
    store.hold(id, 'pointer')
    vi.advanceTimersByTime(6100)
    store.release(id, 'pointer')
    vi.advanceTimersByTime(2999)
    expect(texts()).toEqual(['Hello'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  test('focus pauses as well: the pointer can leave while the focus stays', () => {
    store.show({ message: 'Hello' })
    const id = store.open()[0]?.id ?? 0
    store.hold(id, 'pointer')
    store.hold(id, 'focus')
    store.release(id, 'pointer')
    vi.advanceTimersByTime(10_000)
    expect(texts()).toEqual(['Hello'])
    store.release(id, 'focus')
    vi.advanceTimersByTime(3000)
    expect(texts()).toEqual([])
  })

  test('a sticky toast stays sticky after hovering', () => {
    store.show({ message: 'Stay', duration: 0 })
    const id = store.open()[0]?.id ?? 0
    store.hold(id, 'pointer')
    store.release(id, 'pointer')
    vi.advanceTimersByTime(60_000)
    expect(texts()).toEqual(['Stay'])
  })

  test('without grouping, the same message is a second toast', () => {
    store.show({ message: 'X' })
    store.show({ message: 'X' })
    expect(texts()).toEqual(['X', 'X'])
  })

  test('with grouping, an identical message counts up, adopts the type and restarts the timer', () => {
    const first = store.show({ message: 'X', group: true })
    vi.advanceTimersByTime(2000)
    const second = store.show({ message: 'X', type: 'error', group: true, duration: 60_000 })
    expect(second).toBe(first)
    expect(store.open()).toMatchObject([{ message: 'X', type: 'error', count: 2, duration: 3000 }])
    vi.advanceTimersByTime(2999)
    expect(texts()).toEqual(['X'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  test('grouping compares the text strictly', () => {
    store.show({ message: 'X', group: true })
    store.show({ message: 'x', group: true })
    expect(texts()).toEqual(['X', 'x'])
  })

  test('every way of closing notifies the caller once', () => {
    const onClose = vi.fn()
    const handle = store.show({ message: 'a', onClose })
    handle.close()
    handle.close()
    vi.advanceTimersByTime(5000)
    expect(onClose).toHaveBeenCalledTimes(1)
    store.show({ message: 'b', onClose })
    vi.advanceTimersByTime(3000)
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('all of them can be closed at once, sticky ones included, or those of one type', () => {
    store.show({ message: 'a', type: 'error', duration: 0 })
    store.show({ message: 'b', type: 'success' })
    expect(store.closeAll('error')).toBe(1)
    expect(texts()).toEqual(['b'])
    store.closeAll()
    expect(texts()).toEqual([])
  })
})

describe('message history', () => {
  test('keeps what has vanished, newest first, with how often it came', () => {
    store.show({ message: 'a' })
    store.show({ message: 'b', type: 'error', group: true })
    store.show({ message: 'b', type: 'error', group: true })
    vi.advanceTimersByTime(10_000)
    expect(store.history()).toMatchObject([
      { message: 'b', count: 2 },
      { message: 'a', count: 1 },
    ])
  })

  test('errors and warnings are unread until you look', () => {
    store.show({ message: 'fine', type: 'success' })
    store.show({ message: 'bad', type: 'error' })
    expect(store.unread()).toBe(1)
    store.markRead()
    expect(store.unread()).toBe(0)
  })

  test('keeps the last hundred messages and can be cleared', () => {
    for (let n = 0; n < 150; n += 1) store.show({ message: `m${n}` })
    expect(store.history()).toHaveLength(100)
    expect(store.history()[0]?.message).toBe('m149')
    store.clearHistory()
    expect(store.history()).toEqual([])
  })
})
