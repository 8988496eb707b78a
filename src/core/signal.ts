type Listener<Args extends readonly unknown[], Result> = (...args: Args) => Promise<Result>

/** A notice from a feature to the features that build on it, which it does not know. */
export interface Signal<Args extends readonly unknown[], Result> {
  /** @param who the name of the module that listens; it listens once, however often it says so */
  listen(who: string, listener: Listener<Args, Result>): void
  /** Asks every listener, one after the other, and returns what each said. */
  emit(...args: Args): Promise<Result[]>
}

export function defineSignal<Args extends readonly unknown[], Result = void>(): Signal<Args, Result> {
  const listeners = new Map<string, Listener<Args, Result>>()
  return {
    listen: (who, listener) => void listeners.set(who, listener),
    async emit(...args) {
      const results: Result[] = []
      for (const listener of listeners.values()) results.push(await listener(...args))
      return results
    },
  }
}
