/** The states of something that is being edited: those before, the one that shows, and those taken back. */
export interface History<State> {
  readonly past: readonly State[]
  readonly now: State
  readonly future: readonly State[]
}

/** Steps that can be taken back. */
const maxSteps = 300

export function historyOf<State>(now: State): History<State> {
  return { past: [], now, future: [] }
}

/** @param isSameStep - such as a key that is kept pressed: taken back together with the step before */
export function afterStep<State>({ past, now }: History<State>, next: State, isSameStep = false): History<State> {
  return { past: isSameStep && past.length > 0 ? past : [...past, now].slice(-maxSteps), now: next, future: [] }
}

export function undone<State>(history: History<State>): History<State> {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redone<State>(history: History<State>): History<State> {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}

export function everyState<State>({ past, now, future }: History<State>, change: (state: State) => State) {
  return { past: past.map(change), now: change(now), future: future.map(change) }
}
