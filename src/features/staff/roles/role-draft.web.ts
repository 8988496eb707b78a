import { useEffect, useMemo, useRef, useState } from 'react'
import { registerDraft, takeDraft } from '../../../core/browser/drafts.web.ts'
import type { Limits } from '../../../core/access/access.ts'
import { isRecord } from '../../../core/browser/request-errors.web.ts'
import { limitsSchema } from '../../../core/access/limits-schema.ts'
import type { Change, Edits, Granted, PermissionKey } from './permission-draft.ts'
import { applied, countOf, diffOf, edited } from './permission-draft.ts'

export interface RoleFields {
  readonly name: string
  readonly description: string
}

/**
 * The unsaved changes of a role: only the fields and permissions that differ from what is stored. Kept under `key`
 * through a forced sign-in.
 */
export function useRoleDraft(key: string, stored: RoleFields, base: Granted, start: Granted = new Map()) {
  const [kept] = useState(() => keptDraft(takeDraft(key)))
  const [fields, setFields] = useState<Partial<RoleFields>>(kept?.fields ?? {})
  const [edits, setEdits] = useState<Edits>(() => kept?.edits ?? start)
  const granted = useMemo(() => applied(base, edits), [base, edits])
  const diff = useMemo(() => diffOf(base, edits), [base, edits])
  const changedFields = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => stored[field as keyof RoleFields] !== value),
  ) as Partial<RoleFields>
  const isDirty = Object.keys(changedFields).length + countOf(diff) > 0

  const latest = useRef({ fields, edits, isDirty })
  useEffect(() => {
    latest.current = { fields, edits, isDirty }
  })
  useEffect(
    () =>
      registerDraft({
        key,
        read: () =>
          latest.current.isDirty ? { fields: latest.current.fields, edits: [...latest.current.edits] } : undefined,
      }),
    [key],
  )

  return {
    fields: { ...stored, ...fields },
    changedFields,
    edits,
    granted,
    diff,
    isDirty,
    setField: (field: keyof RoleFields, value: string) => setFields((before) => ({ ...before, [field]: value })),
    change: (changes: Iterable<Change>) => setEdits((before) => edited(base, before, changes)),
    reset() {
      setFields({})
      setEdits(new Map())
    },
  }
}

function keptDraft(kept: unknown): { fields: Partial<RoleFields>; edits: Edits } | null {
  if (!isRecord(kept) || !isRecord(kept['fields']) || !Array.isArray(kept['edits'])) return null
  const { name, description } = kept['fields']
  return {
    fields: { ...(typeof name === 'string' && { name }), ...(typeof description === 'string' && { description }) },
    edits: new Map(
      (kept['edits'] as unknown[]).flatMap((item): (readonly [PermissionKey, Limits | false])[] => {
        if (!Array.isArray(item) || typeof item[0] !== 'string') return []
        const key = item[0] as PermissionKey
        if (item[1] === false) return [[key, false]]
        const limits = limitsSchema.safeParse(item[1])
        return limits.success ? [[key, limits.data]] : []
      }),
    ),
  }
}
