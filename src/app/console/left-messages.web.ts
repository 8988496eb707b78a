/** Messages that outlive a change of document: what the console has to say is read out on the sign-in page. */
const STORAGE_KEY = 'marquee.message'

export interface LeftMessage {
  readonly text: string
  readonly milliseconds: number
}

export function leaveMessage(text: string, milliseconds: number): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ text, milliseconds }))
  } catch {
    // Without storage the message is lost, but the way to the sign-in page must not be.
  }
}

/** The message left behind, once. */
export function takeMessage(): LeftMessage | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    window.sessionStorage.removeItem(STORAGE_KEY)
    return isLeftMessage(value) ? value : null
  } catch {
    return null
  }
}

function isLeftMessage(value: unknown): value is LeftMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'milliseconds' in value &&
    typeof value.milliseconds === 'number'
  )
}
