/** Where the role is kept as which this tab looks at the console. A new tab starts as oneself. */
const KEY = 'view-as'

/** The role that this tab is viewing the console as; null as oneself. */
export function readViewAs(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/**
 * Looks at the console as a role has it, from its first page on. The page is loaded again, so that nothing is left on
 * it that the role would not see.
 */
export function startView(role: string): void {
  sessionStorage.setItem(KEY, role)
  window.location.assign('/')
}

/** Back to oneself, at an address of the console. */
export function leaveView(address: string): void {
  forgetView()
  window.location.assign(address)
}

export function forgetView(): void {
  sessionStorage.removeItem(KEY)
}
