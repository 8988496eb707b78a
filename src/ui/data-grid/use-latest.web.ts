import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function of unchanging identity that runs the newest `run`; for handlers, never during rendering. */
export function useLatest<Arguments extends unknown[], Result>(
  run: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const newest = useRef(run)
  useLayoutEffect(() => {
    newest.current = run
  })
  return useCallback((...given: Arguments) => newest.current(...given), [])
}
