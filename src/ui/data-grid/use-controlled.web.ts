import { useState } from 'react'

/** A value that the caller controls when it passes one, and that is kept here otherwise, starting from `initial`. */
export function useControlled<Value>(given: Value | undefined, initial: Value): [Value, (next: Value) => void] {
  const [held, setHeld] = useState(initial)
  return [given === undefined ? held : given, setHeld]
}
