/** How long to wait for a control's replacement, in milliseconds: a view can have to be loaded first. */
const patience = 600

/** Elements that can be pressed, so they can remove themselves: text fields in use never do. */
const controls = 'a[href], button, summary, input[type="checkbox"], input[type="radio"]'

interface Place {
  readonly element: HTMLElement
  readonly name: string
  /** Which one of the controls with that name it is. */
  readonly turn: number
  /** The elements around it, from the inside out. */
  readonly around: readonly HTMLElement[]
  readonly path: string
}

/**
 * Keeps the focus on the page where a command removes its own button: a row that is decided, a state that has changed,
 * a view that is replaced. The focus goes to the control of the same name that is there instead, such as the next
 * row's, or else to the nearest part of the page that has a name, or the row that contains its list. Returns a function
 * that ends it.
 */
export function keepFocus(): () => void {
  let place: Place | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function forget(): void {
    place = null
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  /** In the page itself; dialogs return the focus to the element that opened them, which can be gone by then. */
  function remember(target: unknown): void {
    const main = document.getElementById('main')
    if (!(target instanceof HTMLElement) || !main?.contains(target)) return
    forget()
    if (target !== main && !target.matches(controls)) return
    const around: HTMLElement[] = []
    for (let one = target.parentElement; one && main.contains(one); one = one.parentElement) {
      if (one.matches('section[aria-label], [role="region"], [role="group"], table')) around.push(one)
    }
    const name = target === main ? '' : nameOf(target)
    place = {
      element: target,
      name,
      turn: namesakes(main, target.localName, name).indexOf(target),
      around,
      path: window.location.pathname,
    }
  }

  function look(): void {
    if (place === null || place.element.isConnected || !isLost()) return
    // Navigation to another page begins at its top.
    if (place.path !== window.location.pathname) return forget()
    // The element that takes the focus is remembered in its turn.
    if (place.element.id === 'main' ? toMain() : toNamesake(place)) return
    timer ??= setTimeout(() => {
      const { around = [] } = place ?? {}
      forget()
      if (isLost())
        toPart(
          around.find((one) => one.isConnected) ??
            document.querySelector<HTMLElement>('#main tr[tabindex="0"]') ??
            document.getElementById('main'),
        )
    }, patience)
  }

  const onFocus = ({ target }: FocusEvent) => remember(target)
  // A press on nothing lets go of the focus on purpose.
  const onPress = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('[role="dialog"], [role="alertdialog"]')) forget()
  }
  const onClick = () => remember(document.activeElement)
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPress, true)
  document.addEventListener('click', onClick, true)
  return () => {
    forget()
    changes.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPress, true)
    document.removeEventListener('click', onClick, true)
  }
}

const isLost = () => document.activeElement === null || document.activeElement === document.body
const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
const namesakes = (main: Element, tag: string, name: string) =>
  [...main.querySelectorAll<HTMLElement>(tag)].filter((one) => nameOf(one) === name && !one.matches(':disabled'))

/** A page that has just been opened has the focus as a whole, and gives way to the record once that has come. */
function toMain(): boolean {
  document.getElementById('main')?.focus({ preventScroll: true })
  return !isLost()
}

function toNamesake({ element, name, turn }: Place): boolean {
  const main = document.getElementById('main')
  if (main === null || name === '') return false
  const found = namesakes(main, element.localName, name)
  found[Math.min(turn, found.length - 1)]?.focus({ preventScroll: true })
  return !isLost()
}

/** A part of the page takes the focus as long as it keeps it. */
function toPart(part: HTMLElement | null): void {
  if (part === null) return
  const isOwn = part.hasAttribute('tabindex')
  if (!isOwn) part.tabIndex = -1
  part.focus({ preventScroll: true })
  if (!isOwn) part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
}
