import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard, useNavigateTo } from '../navigation.tsx'
import { toast } from '../toast-store.web.ts'
import { mayChange } from '../../core/resource/city-limits.ts'
import { isWritable } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { copyOf } from '../../core/resource/record-copy.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource, AnySection } from '../../core/resource/resource.ts'
import { useSession } from '../../core/browser/session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useSave } from './client.web.ts'
import type { Conflict, Rebased } from './draft-state.web.ts'
import { changedKeys, startOf, useDraft, validate } from './draft-state.web.ts'
import { isRecord, isRevealed } from './form-record.web.ts'
import type { Choices } from './record-tools.tsx'
import { useRecordTools } from './record-tools.tsx'
import { useRecordPaths } from './record-paths.tsx'

export interface EditedRecord {
  of: AnyResource
  /** Null for a new record. */
  record: AnyRecord | null
  /** The record that a new one is a copy of. */
  source?: AnyRecord
  begin?: Readonly<Record<string, unknown>>
  resetOnCopy?: readonly string[]
  onCreated?: (record: AnyRecord) => Promise<void>
  creates?: { readonly act: string; readonly done: string }
}

/** The unsaved edits of a form and the record below it, which others can change too. */
function useEditing({ of: resource, record, source, begin, resetOnCopy }: EditedRecord, mayWriteSome: boolean) {
  const session = useSession()
  const navigateTo = useNavigateTo()
  const [current, setCurrent] = useState(record)
  const isInReach = current === null || session === null || mayChange(session.grants, resource, current)
  const mayWrite = mayWriteSome && isInReach
  const name = source ? `new from ${source.id}` : (record?.id ?? (begin ? `new as ${JSON.stringify(begin)}` : 'new'))
  const form = useDraft(
    resource,
    record,
    `${resource.name}/${name}`,
    source ? copyOf(resource, source, resetOnCopy) : begin,
  )
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [merge, setMerge] = useState<Rebased | null>(null)
  const [isGone, setGone] = useState(false)
  /** Titles of what earlier values refer to, which the record does not name any more. */
  const [titles, setTitles] = useState<Readonly<Record<string, unknown>>>({})
  const summary = useRef<HTMLDivElement>(null)
  const [goTo, setGoTo] = useState<string | null>(null)
  const [createdId, setCreatedId] = useState<number | null>(null)
  const isDirty = form.changed.length > 0
  useLeaveGuard(isDirty && goTo === null && mayWrite)

  // Only after the guard has been taken down: a saved form is no reason to ask.
  const { handTo } = form
  useEffect(() => {
    if (goTo === null) return
    // What was typed while a record was created stays unsaved on its page.
    if (createdId !== null) handTo(`${resource.name}/${createdId}`)
    navigateTo(goTo, { replace: true })
  }, [goTo, navigateTo, handTo, resource, createdId])

  // A command on this page, or a look at it later, brings a newer version: it becomes the ground under what was typed.
  // So does a record whose personal data has been revealed.
  if (record && current && (record.version > current.version || isRevealed(resource, current, record))) {
    setCurrent(record)
    if (isDirty) setConflicts(form.rebase(record).conflicts)
    else form.settle(record)
  }

  useFirstField(resource, record === null, source)

  useEffect(() => {
    if (form.wasRestored) toast.info(t('Your unsaved changes were put back.'))
  }, [form.wasRestored])

  function refuse(found: Readonly<Record<string, string>>): void {
    setProblems(found)
    requestAnimationFrame(() => summary.current?.focus())
  }

  return {
    session,
    current,
    setCurrent,
    isInReach,
    mayWrite,
    form,
    problems,
    setProblems,
    conflicts,
    setConflicts,
    merge,
    setMerge,
    isGone,
    setGone,
    titles,
    setTitles,
    summary,
    setGoTo,
    setCreatedId,
    isDirty,
    refuse,
  }
}

/** You open an empty form to type. A copy lacks what no two records share, so there that comes first. */
function useFirstField(resource: AnyResource, isNew: boolean, source: AnyRecord | undefined): void {
  useEffect(() => {
    if (!isNew || matchMedia('(pointer: coarse)').matches) return
    const [key] = Object.entries(resource.fields).find(([, field]) => source && field.unique && isWritable(field)) ?? [
      // A calculated field that leads a record's page has no input on a form for a new one.
      resource.form?.main.flatMap(({ fields }) => fields).find((one) => isTyped(resource, one)),
    ]
    if (key !== undefined)
      requestAnimationFrame(() =>
        document.getElementById(`field-${key}`)?.focus({ preventScroll: source === undefined }),
      )
  }, [isNew, source, resource])
}

function isTyped({ fields }: AnyResource, item: AnySection['fields'][number]): boolean {
  const field = typeof item === 'string' ? fields[item] : undefined
  return field !== undefined && isWritable(field)
}

function savedText(resource: AnyResource, saved: AnyRecord, isNew: boolean): string {
  const said = { one: t(resource.label[0]), title: String(saved[resource.title]) }
  return isNew ? t('{one} {title} created', said) : t('{one} {title} saved', said)
}

/** The form of one record: its draft, and how it is saved, refused, merged with another save, or begun again. */
export function useRecordForm(edited: EditedRecord, mayWriteSome: boolean) {
  const { of: resource, resetOnCopy, onCreated, creates } = edited
  const care = useRecordTools()
  const paths = useRecordPaths()
  const save = useSave(resource)
  const editing = useEditing(edited, mayWriteSome)
  const { current, setCurrent, form, mayWrite, isGone, setGone, conflicts, setConflicts, setMerge, refuse } = editing

  async function submit(draft = form.draft): Promise<void> {
    if (save.isPending || !mayWrite || isGone) return
    const found = validate(resource, draft, current)
    if (Object.keys(found).length > 0) {
      setMerge(null)
      return refuse(found)
    }
    const keys = current ? changedKeys(startOf(resource, current), draft) : Object.keys(draft)
    try {
      const saved = (await save.mutateAsync({
        current,
        draft: Object.fromEntries(keys.map((key) => [key, draft[key]])),
      })) as AnyRecord
      editing.setProblems({})
      setConflicts([])
      setMerge(null)
      setCurrent(saved)
      form.settle(saved, draft)
      toast.success((current === null && creates?.done) || savedText(resource, saved, current === null))
      if (current) return
      await onCreated?.(saved)
      editing.setCreatedId(saved.id)
      editing.setGoTo(paths(resource.name, 'update', saved.id))
    } catch (failure) {
      answer(failure, draft)
    }
  }

  function answer(failure: unknown, draft: Readonly<Record<string, unknown>>): void {
    if (!(failure instanceof FailedRequest)) return
    const { body, status } = failure
    if (status === 412 && isRecord(body.current)) {
      const rebased = form.rebase(body.current, draft)
      setConflicts(rebased.conflicts)
      setCurrent(body.current)
      setMerge(rebased)
      if (!care)
        toast.warning(t('This record was saved before you. Your changes are kept on top: check and save again.'), {
          duration: 8000,
        })
    } else if (status === 404 && current) {
      setMerge(null)
      setGone(true)
    } else if (status === 409 || status === 422) {
      setMerge(null)
      refuse(body.fields && Object.keys(body.fields).length > 0 ? body.fields : { '': failure.message })
    }
  }

  function saveMerged(choices: Choices): void {
    const theirs = Object.fromEntries(
      conflicts.filter(({ key }) => choices[key] === 'theirs').map((conflict) => [conflict.key, conflict.theirs]),
    )
    form.fill(theirs)
    setConflicts((before) => before.filter(({ key }) => choices[key] === undefined))
    void submit({ ...form.draft, ...theirs })
  }

  /** The typed values continue as a new record. */
  function startOver(): void {
    const reset = resetOnCopy?.filter((key) => !form.changed.includes(key))
    if (current) form.fill(copyOf(resource, { ...current, ...form.draft }, reset, true))
    setCurrent(null)
    setGone(false)
  }

  return { ...editing, isSaving: save.isPending, submit, saveMerged, startOver }
}

/** What the parts of a record's page share. */
export type RecordEditing = ReturnType<typeof useRecordForm>
