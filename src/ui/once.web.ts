import { useRef, useState } from 'react'

/**
 * Does once what a press asks for. A second press can come before the button is drawn as busy, and after a success before
 * the button is gone: both are dropped. After a failure, which is passed on, it can be asked for again.
 */
export function useOnce() {
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  async function once(work: () => Promise<unknown>): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      isUnderWay.current = false
      setBusy(false)
      throw failure
    }
  }
  return { isBusy, once }
}
