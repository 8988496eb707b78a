import { useState } from 'react'

/**
 * A value that the caller holds when it gives one, and that is held here otherwise, starting from `initial`.
 */
export function useControlled<Value>(
  given: Value | undefined,
  initial: Value,
): [Value, (next: Value) => void] {
  const [held, setHeld] = useState(initial)
  return [given === undefined ? held : given, setHeld]
}
