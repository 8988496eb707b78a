import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { createJobWatch } from './job-watch.web.ts'

describe('what a browser waits for', () => {
  const isUnderWay = ({ state }: { state: string }) => state === 'running'

  it('is taken once it has ended, with what has vanished forgotten', () => {
    const watch = createJobWatch('test-ended')
    watch.watch([1, 2, 3])
    expect(
      watch.takeEnded(
        [
          { id: 1, state: 'running' },
          { id: 2, state: 'done' },
          { id: 9, state: 'done' },
        ],
        isUnderWay,
      ),
    ).toEqual([{ id: 2, state: 'done' }])
    expect(watch.watched()).toEqual([1])
  })

  it('is still waited for as long as the server has not answered', () => {
    const watch = createJobWatch('test-unknown')
    watch.watch([1])
    expect(watch.takeEnded<{ id: number; state: string }>(undefined, isUnderWay)).toEqual([])
    expect(watch.watched()).toEqual([1])
  })

  it('shows from the first job to the last', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const watch = createJobWatch('test-shown')
    const Shown = () => (watch.useIsWatching() ? 'waits' : 'rests')
    const place = document.createElement('div')
    const root = createRoot(place)
    await act(async () => root.render(<Shown />))
    const texts = [place.textContent]
    for (const change of [() => watch.watch([1]), () => watch.watch([2]), () => watch.unwatch([1, 2])]) {
      await act(async () => change())
      texts.push(place.textContent)
    }
    expect(texts).toEqual(['rests', 'waits', 'waits', 'rests'])
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  })
})
