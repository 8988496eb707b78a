import { msg, t } from '../core/i18n/language.ts'

/** Questions that wait for an answer. Each returns a promise of a value that never rejects, however the box is left. */
export type BoxAction = 'confirm' | 'cancel' | 'close'
export type BoxKind = 'alert' | 'confirm' | 'prompt'
type BoxType = 'success' | 'info' | 'warning' | 'error'

export interface BoxResult {
  /** `confirm`: the primary button. `cancel`: the Cancel button. `close`: X, backdrop, Escape or leaving the page. */
  readonly action: BoxAction
}

export type PromptResult =
  | { readonly action: 'confirm'; readonly value: string }
  | { readonly action: 'cancel' | 'close' }

export interface BoxOptions {
  readonly type?: BoxType
  readonly confirmText?: string
  readonly cancelText?: string
  /** Paints the primary button as dangerous, for what cannot be undone. */
  readonly danger?: boolean
  /** Keeps the page behind from scrolling. Default true. */
  readonly lockScroll?: boolean
  /** Leaving the page answers the box with `close`. Default true. */
  readonly closeOnNavigation?: boolean
  /**
   * Asked before the box closes; the box stays, its button busy, until the answer is there, and stays open on false.
   * Not asked when navigation closes it.
   */
  readonly beforeClose?: (action: BoxAction, value: string) => boolean | Promise<boolean>
}

export interface PromptOptions extends BoxOptions {
  readonly value?: string
  readonly placeholder?: string
  readonly inputType?: 'text' | 'textarea' | 'email' | 'number' | 'password'
  readonly pattern?: RegExp
  /** false fails with `errorText`; a string fails with that string; anything else passes. */
  readonly validate?: (value: string) => boolean | string | undefined
  /** Default `Illegal input`. */
  readonly errorText?: string
}

export interface OpenBox {
  readonly id: number
  readonly kind: BoxKind
  readonly title: string
  readonly message: string
  readonly options: PromptOptions
}

interface Entry {
  readonly box: OpenBox
  readonly settle: (result: { action: BoxAction; value: string }) => void
}

const DEFAULT_PROMPT_ERROR = msg('Illegal input')

/** The error of a prompt's value, or null when it passes: first the pattern, then the validator. */
export function promptError(value: string, options: PromptOptions): string | null {
  const given = options.errorText ?? t(DEFAULT_PROMPT_ERROR)
  if (options.pattern) {
    // A pattern with the g or y flag remembers where it stopped; a fresh search has to start at the beginning.
    options.pattern.lastIndex = 0
    if (!options.pattern.test(value)) return given
  }
  const verdict = options.validate?.(value)
  if (verdict === false) return given
  return typeof verdict === 'string' ? verdict : null
}

export class MessageBoxStore {
  #entries: readonly Entry[] = []
  #boxes: readonly OpenBox[] = []
  #nextId = 1
  readonly #listeners = new Set<() => void>()

  open(
    kind: BoxKind,
    message: string,
    title: string,
    options: PromptOptions,
  ): Promise<{ action: BoxAction; value: string }> {
    return new Promise((settle) => {
      this.#entries = [...this.#entries, { box: { id: this.#nextId++, kind, title, message, options }, settle }]
      this.#publish()
    })
  }

  /** Takes a box off the screen and gives its caller the answer. Ignored when it is gone already. */
  settle(id: number, action: BoxAction, value = ''): void {
    const entry = this.#entries.find(({ box }) => box.id === id)
    if (!entry) return
    this.#entries = this.#entries.filter((other) => other !== entry)
    this.#publish()
    entry.settle({ action, value })
  }

  /** Answers every box that belongs to the page being left with `close`. */
  closeForNavigation(): void {
    for (const { box } of this.#entries) {
      if (box.options.closeOnNavigation ?? true) this.settle(box.id, 'close')
    }
  }

  /** Open boxes, the topmost last. */
  readonly boxes = (): readonly OpenBox[] => this.#boxes

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #publish(): void {
    this.#boxes = this.#entries.map(({ box }) => box)
    for (const listener of this.#listeners) listener()
  }
}

/** The page's message boxes. */
export const messageBoxes = new MessageBoxStore()

/** Tells something that has to be acknowledged. Neither Escape nor the backdrop closes it; its X and its button do. */
export async function alertBox(message: string, title = '', options: BoxOptions = {}): Promise<BoxResult> {
  const { action } = await messageBoxes.open('alert', message, title, options)
  return { action }
}

/** Asks yes or no. */
export async function confirmBox(message: string, title = '', options: BoxOptions = {}): Promise<BoxResult> {
  const { action } = await messageBoxes.open('confirm', message, title, options)
  return { action }
}

/** Asks for one value. While it is invalid, confirming is blocked and the error is shown. */
export async function promptBox(message: string, title = '', options: PromptOptions = {}): Promise<PromptResult> {
  const { action, value } = await messageBoxes.open('prompt', message, title, options)
  return action === 'confirm' ? { action, value } : { action }
}
