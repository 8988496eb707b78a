import type { KeyboardEvent } from 'react'
import { useEffect, useState } from 'react'

interface Typing {
  /** What is typed to find something by; the title of what is chosen already does not count. */
  readonly search: string
  readonly isTyped: boolean
  /** What was found is about `search` and nothing older. */
  readonly isSettled: boolean
  readonly hasMatch: boolean
  choose(): void
}

/**
 * Lets Enter choose the first match of the typed text: at once where it is known, and else as soon as it is, because
 * users who know the name do not wait for the list.
 */
export function useFirstMatch({ search, isTyped, isSettled, hasMatch, choose }: Typing) {
  const [awaited, setAwaited] = useState<string | null>(null)
  const isReady = isTyped && isSettled
  useEffect(() => {
    if (awaited === null || (!isReady && awaited === search)) return
    setAwaited(null)
    if (awaited === search && hasMatch) choose()
  }, [awaited, isReady, hasMatch, search, choose])
  return {
    // The library looks for the first one again when this becomes true.
    selectFirstOptionOnChange: isReady && hasMatch,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !isTyped || event.nativeEvent.isComposing || isReady) return
      // It would send the form.
      event.preventDefault()
      setAwaited(search)
    },
  }
}
