import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../../core/browser/drafts.web.ts'
import { problemsOf } from '../../core/resource/draft.ts'
import { isWritable } from '../../core/resource/fields.ts'
import { isMasked, unmaskedInput } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import { initialValue, parseValue } from '../../core/resource/value-schemas.ts'
import type { AnyRecord } from './client.web.ts'

type Values = Readonly<Record<string, unknown>>

/** A form's starting values: the record's writable fields, or every field's initial value. */
export function startOf(resource: AnyResource, record: AnyRecord | null, preset: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => isWritable(field))
      .map(([key, field]) => [key, record ? record[key] : key in preset ? preset[key] : initialValue(field)]),
  )
}

/** The keys whose values differ, compared as they travel. */
export function changedKeys(from: Values, to: Values): string[] {
  return Object.keys(to).filter((key) => !isSameJson(from[key] ?? null, to[key] ?? null))
}

/** The same checks as on the server, so that most mistakes are reported without asking it. */
export function validate(resource: AnyResource, draft: Values, current: AnyRecord | null): Record<string, string> {
  const found: Record<string, string> = {}
  const parsed: Record<string, unknown> = { ...current, ...draft }
  for (const [key, field] of Object.entries(resource.fields)) {
    if (!isWritable(field) || isMasked(field, draft[key])) continue
    const result = parseValue(key, field, draft[key] ?? null)
    if ('problems' in result) Object.assign(found, result.problems)
    else parsed[key] = result.value
  }
  return Object.keys(found).length > 0 ? found : problemsOf(resource, parsed)
}

export interface Conflict {
  readonly key: string
  readonly theirs: unknown
  readonly mine: unknown
}

/** What both changed, each to something else, since `base`. */
function conflictsOf(base: Values, mine: Values, theirs: Values): Conflict[] {
  const byThem = new Set(changedKeys(base, theirs))
  return changedKeys(base, mine)
    .filter((key) => byThem.has(key) && !isSameJson(mine[key], theirs[key]))
    .map((key) => ({ key, theirs: theirs[key], mine: mine[key] }))
}

export interface Difference {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

/** How a newer version of the record affects unsaved edits. */
export interface Rebased {
  readonly conflicts: readonly Conflict[]
  /** What only they changed; it is in the form now. */
  readonly taken: readonly Difference[]
}

/** Puts what was typed over `base` on top of a newer version of the record. */
export function rebasedOn(
  resource: AnyResource,
  base: Values,
  mine: Values,
  record: AnyRecord,
): Rebased & { theirs: Values; draft: Values } {
  // Values shown for a reason come back masked: that is not a change of theirs.
  const theirs = unmaskedInput(resource, startOf(resource, record), base) as Values
  const own = changedKeys(base, mine)
  return {
    theirs,
    draft: { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) },
    conflicts: conflictsOf(base, mine, theirs),
    taken: changedKeys(base, theirs)
      .filter((key) => !own.includes(key))
      .map((key) => ({ key, before: base[key], after: theirs[key] })),
  }
}

export interface DraftState {
  readonly draft: Values
  readonly changed: readonly string[]
  set(key: string, value: unknown): void
  /** Back to what is stored. */
  reset(): void
  /**
   * Makes another version of the record the base and puts the user's own changes on top: nothing is lost. `mine` is
   * what the form is about to contain, where it does not yet.
   */
  rebase(record: AnyRecord, mine?: Values): Rebased
  /** Puts values into the form as if they had been typed. */
  fill(values: Values): void
  /** After saving `sent`: the record as it is now is the ground. What was typed since then stays, unsaved. */
  settle(record: AnyRecord, sent?: Values): void
  /** Leaves what is unsaved to the form of another name, which is about to take the place of this one. */
  handTo(name: string): void
  /** Edits that were kept through a forced sign-in and have been put back. */
  readonly wasRestored: boolean
}

/** What was typed into a form since it contained `before`. */
function typedSince(before: Values, now: Values): Values {
  return Object.fromEntries(changedKeys(before, now).map((key) => [key, now[key]]))
}

/** Unsaved values on their way to the form that takes the place of theirs, by its name. */
const handed = new Map<string, Values>()

/** A form's values over those of its record. `name` keeps unsaved edits apart through a forced sign-in. */
export function useDraft(resource: AnyResource, record: AnyRecord | null, name: string, preset?: Values): DraftState {
  const [base, setBase] = useState<Values>(() => startOf(resource, record, preset))
  const [kept] = useState(() => takeDraft(name))
  const [draft, setDraft] = useState<Values>(() => ({ ...base, ...(isValues(kept) ? kept : handed.get(name)) }))
  const changed = useMemo(() => changedKeys(base, draft), [base, draft])

  const latest = useRef({ base, draft, changed })
  useEffect(() => {
    latest.current = { base, draft, changed }
  })
  useEffect(
    () =>
      registerDraft({
        key: name,
        read() {
          // The next user of this browser must not find a person's address in its storage.
          const kept = latest.current.changed.filter((key) => !resource.fields[key]?.personal)
          return kept.length === 0 ? undefined : Object.fromEntries(kept.map((key) => [key, latest.current.draft[key]]))
        },
      }),
    [name, resource],
  )

  useEffect(() => void handed.delete(name), [name])

  const set = useCallback((key: string, value: unknown) => setDraft((before) => ({ ...before, [key]: value })), [])
  const handTo = useCallback((next: string) => {
    if (latest.current.changed.length > 0) handed.set(next, typedSince(latest.current.base, latest.current.draft))
  }, [])
  return {
    draft,
    changed,
    set,
    wasRestored: isValues(kept),
    reset: () => setDraft(base),
    settle(record, sent) {
      const fresh = startOf(resource, record)
      setBase(fresh)
      setDraft((now) => (sent ? { ...fresh, ...typedSince(sent, now) } : fresh))
    },
    handTo,
    fill: (values) => setDraft((before) => ({ ...before, ...values })),
    rebase(record, mine = draft) {
      const { theirs, draft: both, ...rebased } = rebasedOn(resource, base, mine, record)
      setBase(theirs)
      setDraft((now) => ({ ...both, ...typedSince(mine, now) }))
      return rebased
    },
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
