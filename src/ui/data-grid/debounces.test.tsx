import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawGrid, onGridPage } from './grid-test-page.tsx'

onGridPage()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

describe('the layout after a change of rows or columns', () => {
  it('is looked at again 50 ms later, not before', () => {
    // A grid that is wider than its place: columns are hidden beyond its end.
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(2000)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500)
    drawGrid()
    const knows = () => document.querySelector('[data-more-end]') !== null
    wait(49)
    expect(knows()).toBe(false)
    wait(1)
    expect(knows()).toBe(true)
  })
})

describe('the pointer on a cell that cuts off its text', () => {
  const cell = () => document.querySelector<HTMLElement>('tbody td')
  const tooltip = () => document.querySelector('[role=tooltip]')?.textContent ?? null
  const move = (kind: string, target: Element | null | undefined = cell()) =>
    act(() => void target?.dispatchEvent(new PointerEvent(kind, { bubbles: true })))

  beforeEach(() => {
    vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 20))
    drawGrid()
    cell()?.style.setProperty('padding', '0px')
  })

  it('shows the whole text after 30 ms', () => {
    move('pointerover')
    wait(29)
    expect(tooltip()).toBeNull()
    wait(1)
    expect(tooltip()).toBe(cell()?.textContent)
  })

  it('shows nothing when it only passes', () => {
    move('pointerover')
    wait(29)
    for (let within = cell()?.parentElement; within; within = within.parentElement) move('pointerleave', within)
    wait(1000)
    expect(tooltip()).toBeNull()
  })
})
