import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../drafts.web.ts'
import { isWritable } from '../fields.ts'
import type { AnyResource } from '../resource.ts'
import { isSameJson } from '../same-json.ts'
import { initialValue } from '../value-schemas.ts'
import type { AnyRecord } from './client.web.ts'

type Values = Readonly<Record<string, unknown>>

/** What a form starts from: the record's writable fields, or every field's initial value. */
export function startOf(resource: AnyResource, record: AnyRecord | null, preset: Values = {}): Values {
  return Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => isWritable(field))
    .map(([key, field]) => [key, record ? record[key] : key in preset ? preset[key] : initialValue(field)]))
}

/** The keys whose values differ, compared as they travel. */
export function changedKeys(from: Values, to: Values): string[] {
  return Object.keys(to).filter((key) => !isSameJson(from[key] ?? null, to[key] ?? null))
}

export interface Conflict { readonly key: string; readonly theirs: unknown; readonly mine: unknown }

/** What both changed, each to something else, since `base`. */
export function conflictsOf(base: Values, mine: Values, theirs: Values): Conflict[] {
  const byThem = new Set(changedKeys(base, theirs))
  return changedKeys(base, mine)
    .filter((key) => byThem.has(key) && !isSameJson(mine[key], theirs[key]))
    .map((key) => ({ key, theirs: theirs[key], mine: mine[key] }))
}

export interface DraftState {
  readonly draft: Values
  readonly changed: readonly string[]
  set(key: string, value: unknown): void
  /** Back to what is stored. */
  reset(): void
  /** Takes another version of the record as the ground and puts one's own changes on top: nothing is lost. */
  rebase(record: AnyRecord): readonly Conflict[]
  /** After saving: the record as it is now is the ground. */
  settle(record: AnyRecord): void
  /** Edits that were kept through a forced sign-in and have been put back. */
  readonly wasRestored: boolean
}

/** A form's values over those of its record. `name` keeps unsaved edits apart through a forced sign-in. */
export function useDraft(resource: AnyResource, record: AnyRecord | null, name: string, preset?: Values): DraftState {
  const [base, setBase] = useState<Values>(() => startOf(resource, record, preset))
  const [kept] = useState(() => takeDraft(name))
  const [draft, setDraft] = useState<Values>(() => (isValues(kept) ? { ...base, ...kept } : base))
  const changed = useMemo(() => changedKeys(base, draft), [base, draft])

  const latest = useRef({ draft, changed })
  useEffect(() => {
    latest.current = { draft, changed }
  })
  useEffect(() => registerDraft({
    key: name,
    read() {
      // Whoever signs in next in this browser should not find somebody's address in its storage.
      const kept = latest.current.changed.filter((key) => !resource.fields[key]?.personal)
      return kept.length === 0 ? undefined : Object.fromEntries(kept.map((key) => [key, latest.current.draft[key]]))
    },
  }), [name, resource])

  const set = useCallback((key: string, value: unknown) => setDraft((before) => ({ ...before, [key]: value })), [])
  return {
    draft, changed, set,
    wasRestored: isValues(kept),
    reset: () => setDraft(base),
    settle(record) {
      const fresh = startOf(resource, record)
      setBase(fresh)
      setDraft(fresh)
    },
    rebase(record) {
      const theirs = startOf(resource, record)
      const conflicts = conflictsOf(base, draft, theirs)
      setBase(theirs)
      setDraft({ ...theirs, ...Object.fromEntries(changed.map((key) => [key, draft[key]])) })
      return conflicts
    },
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
