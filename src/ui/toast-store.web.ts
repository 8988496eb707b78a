/**
 * The behaviour of toasts, apart from their look: timers, stacking order, grouping, and the history that outlives them.
 */
export type ToastType = 'success' | 'info' | 'warning' | 'error'

export interface ToastOptions {
  readonly message: string
  /** Default `info`. */
  readonly type?: ToastType
  /** Milliseconds until it closes by itself; 0 keeps it until the user closes it. Default 3000. */
  readonly duration?: number
  /** Pixels from the top of the window, used while it is the uppermost one. Default 16. */
  readonly offset?: number
  /** Counts up an open toast of the same text instead of adding a second one. Default false. */
  readonly group?: boolean
  /** A button in it, for what has just happened: `Undo`. Pressing it closes the toast. */
  readonly action?: ToastAction
  /** Called once, when it begins to leave. */
  readonly onClose?: () => void
}

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

export interface ToastHandle {
  close(): void
}

export interface OpenToast {
  readonly id: number
  readonly message: string
  readonly type: ToastType
  readonly duration: number
  readonly offset: number
  /** How often the same message came; the badge is visible from 2. */
  readonly count: number
  readonly action: ToastAction | null
}

export interface PastMessage {
  readonly id: number
  readonly message: string
  readonly type: ToastType
  /** Milliseconds since the epoch, of the last time it came. */
  readonly at: number
  readonly count: number
}

const TOAST_DURATION_MS = 3000
const TOAST_OFFSET_PX = 16
const HISTORY_LENGTH = 100

interface Entry {
  open: OpenToast
  readonly handle: ToastHandle
  readonly onClose: (() => void) | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  /** Who keeps it from closing: the pointer above it, the focus inside it. */
  readonly holds: Set<string>
}

export class ToastStore {
  #entries: Entry[] = []
  #open: readonly OpenToast[] = []
  #history: readonly PastMessage[] = []
  #unread = 0
  #nextId = 1
  readonly #listeners = new Set<() => void>()

  /** Shows a message. With `group`, an open toast of the same text is counted up, adopts the type and starts again. */
  show(options: ToastOptions): ToastHandle {
    const type = options.type ?? 'info'
    const same = options.group ? this.#entries.find(({ open }) => open.message === options.message) : undefined
    if (same) {
      same.open = { ...same.open, type, count: same.open.count + 1 }
      this.#remember(same.open)
      this.#start(same)
      this.#publish()
      return same.handle
    }
    const id = this.#nextId++
    const entry: Entry = {
      open: {
        id,
        type,
        message: options.message,
        count: 1,
        duration: options.duration ?? TOAST_DURATION_MS,
        offset: options.offset ?? TOAST_OFFSET_PX,
        action: options.action ?? null,
      },
      handle: { close: () => this.close(id) },
      onClose: options.onClose,
      timer: undefined,
      holds: new Set(),
    }
    this.#entries = [...this.#entries, entry]
    this.#remember(entry.open)
    this.#start(entry)
    this.#publish()
    return entry.handle
  }

  /** Does what the toast offers, once: it closes before anything can press again. */
  act(id: number): void {
    const action = this.#entries.find(({ open }) => open.id === id)?.open.action
    if (!action) return
    this.close(id)
    action.run()
  }

  close(id: number): void {
    const entry = this.#entries.find(({ open }) => open.id === id)
    if (!entry) return
    clearTimeout(entry.timer)
    this.#entries = this.#entries.filter((other) => other !== entry)
    this.#publish()
    entry.onClose?.()
  }

  /** Closes every open toast, or those of one type; sticky ones included. Returns how many there were. */
  closeAll(type?: ToastType): number {
    const leaving = this.#entries.filter(({ open }) => type === undefined || open.type === type)
    for (const { open } of leaving) this.close(open.id)
    return leaving.length
  }

  /** Keeps a toast open while the pointer is above it or the focus is inside. */
  hold(id: number, by: string): void {
    const entry = this.#entries.find(({ open }) => open.id === id)
    if (!entry) return
    entry.holds.add(by)
    clearTimeout(entry.timer)
  }

  /** Releases it; once nothing keeps it open the full duration starts again. */
  release(id: number, by: string): void {
    const entry = this.#entries.find(({ open }) => open.id === id)
    if (entry?.holds.delete(by)) this.#start(entry)
  }

  /** Open toasts, uppermost first. The array is a new one after every change. */
  readonly open = (): readonly OpenToast[] => this.#open

  /** The last messages shown on this page, newest first. */
  readonly history = (): readonly PastMessage[] => this.#history

  /** How many errors and warnings came since the history was last looked at. */
  readonly unread = (): number => this.#unread

  markRead(): void {
    this.#unread = 0
    this.#publish()
  }

  clearHistory(): void {
    this.#history = []
    this.markRead()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #start(entry: Entry): void {
    clearTimeout(entry.timer)
    if (entry.open.duration === 0 || entry.holds.size > 0) return
    entry.timer = setTimeout(() => this.close(entry.open.id), entry.open.duration)
  }

  #remember({ id, message, type, count }: OpenToast): void {
    const earlier = this.#history.filter((past) => past.id !== id)
    this.#history = [{ id, message, type, count, at: Date.now() }, ...earlier].slice(0, HISTORY_LENGTH)
    if (type === 'error' || type === 'warning') this.#unread += 1
  }

  #publish(): void {
    this.#open = this.#entries.map(({ open }) => open)
    for (const listener of this.#listeners) listener()
  }
}

/** The page's toasts. */
export const toasts = new ToastStore()

type Extra = Omit<ToastOptions, 'message' | 'type'>

/** `toast.success('Coupon saved')`: a short message that needs no answer. */
export const toast = {
  show: (options: ToastOptions): ToastHandle => toasts.show(options),
  success: (message: string, extra?: Extra): ToastHandle => toasts.show({ ...extra, message, type: 'success' }),
  info: (message: string, extra?: Extra): ToastHandle => toasts.show({ ...extra, message, type: 'info' }),
  warning: (message: string, extra?: Extra): ToastHandle => toasts.show({ ...extra, message, type: 'warning' }),
  error: (message: string, extra?: Extra): ToastHandle => toasts.show({ ...extra, message, type: 'error' }),
  closeAll: (type?: ToastType): number => toasts.closeAll(type),
}
