import { useEffect, useRef, useState } from 'react'

/** Many calls one after the other: whether they are under way, and a way to begin no more of them. */
export function useRound() {
  const [isBusy, setBusy] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const stopped = useRef(false)
  async function run(work: (isStopped: () => boolean) => Promise<void>): Promise<void> {
    stopped.current = false
    setStopping(false)
    setBusy(true)
    try {
      await work(() => stopped.current)
    } finally {
      setBusy(false)
      setStopping(false)
    }
  }
  function stop(): void {
    stopped.current = true
    setStopping(true)
  }
  return { isBusy, isStopping, run, stop }
}

/** A button that has the focus again after it could not be pressed for a while: the next press needs no way back to it. */
export function useFocusAfter(isBusy: boolean) {
  const stop = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (isBusy) stop.current?.focus()
    else if (wasBusy.current) next.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return { stop, next }
}
