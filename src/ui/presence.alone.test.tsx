// @vitest-environment happy-dom

import { expect, it } from 'vitest'
import { oncePresent } from './presence.web.ts'

it('a person is there once the pointer has moved, and not because it rests where the page appears', () => {
  const calls: string[] = []
  const moved = (movementX: number) =>
    document.dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 }))
  oncePresent(() => calls.push('one'))
  const callOff = oncePresent(() => calls.push('called off'))
  moved(0)
  expect(calls).toEqual([])
  callOff()
  moved(3)
  moved(3)
  expect(calls).toEqual(['one'])
  oncePresent(() => calls.push('later'))
  expect(calls).toEqual(['one', 'later'])
})
