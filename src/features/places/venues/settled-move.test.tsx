import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MapDraft } from './map-draft.ts'
import { withMoved } from './map-draft.ts'
import { useSettledMove } from './settled-move.web.ts'
import { sectionWith } from './testing/section.ts'

const codes = Array.from({ length: 700 }, (_, n) => `s${n}`)
const draft: MapDraft = codes.map((code, n) => ({
  origin: code,
  section: sectionWith({ code, name: code }),
  d: `M${n} 0L${n + 1} 0L${n + 1} 1Z`,
}))
const selection = new Set(codes.slice(0, 600))
const moved = withMoved(draft, selection, 5, 7)

let root: Root
let settle: ReturnType<typeof useSettledMove>
const keep = (made: typeof settle) => {
  settle = made
}
let layer: SVGGElement
function Map() {
  const made = useSettledMove()
  useEffect(() => keep(made), [made])
  return null
}
const written = () =>
  [...layer.children].filter((path, n) => path.getAttribute('d') === moved[n]?.d && selection.has(codes[n] ?? ''))
    .length

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
  act(() => root.render(<Map />))
  layer = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  for (const { section, d } of draft) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.dataset['section'] = section.code
    path.setAttribute('d', d ?? '')
    layer.append(path)
  }
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a move of many sections', () => {
  it('is written bit by bit, and answers once with all of them', () => {
    const done = vi.fn<(after: MapDraft) => void>()
    settle({ draft, selection, by: [5, 7], layer }, done)
    expect(written()).toBe(0)
    vi.advanceTimersToNextTimer()
    expect(written()).toBe(250)
    expect(done).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(written()).toBe(600)
    expect(done.mock.calls).toEqual([[moved]])
  })

  it.each(['keydown', 'pointerdown'])('is complete before what follows by %s', (event) => {
    const done = vi.fn<(after: MapDraft) => void>()
    settle({ draft, selection, by: [5, 7], layer }, done)
    vi.advanceTimersToNextTimer()
    window.dispatchEvent(new Event(event))
    expect(written()).toBe(600)
    expect(done.mock.calls).toEqual([[moved]])
    vi.runAllTimers()
    window.dispatchEvent(new Event(event))
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('that begins while another is written comes after it', () => {
    const order: string[] = []
    settle({ draft, selection, by: [5, 7], layer }, () => order.push('first'))
    settle({ draft: moved, selection, by: [1, 0], layer }, () => order.push('second'))
    vi.runAllTimers()
    expect(order).toEqual(['first', 'second'])
  })

  it('ends with the map', () => {
    const done = vi.fn<(after: MapDraft) => void>()
    settle({ draft, selection, by: [5, 7], layer }, done)
    act(() => root.render(null))
    vi.runAllTimers()
    expect(done).not.toHaveBeenCalled()
  })
})
