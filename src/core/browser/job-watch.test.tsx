import { describe, expect, it } from 'vitest'
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
})
