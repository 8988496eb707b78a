import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard, useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { saveShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { problemsOf } from '../draft.ts'
import { isWritable, labelOf } from '../fields.ts'
import { isMasked } from '../personal.ts'
import { FailedRequest } from '../request-errors.web.ts'
import type { AnyResource, AnySection } from '../resource.ts'
import { parseValue } from '../value-schemas.ts'
import type { AnyRecord } from './client.web.ts'
import { useRecord, useSave } from './client.web.ts'
import type { Conflict } from './draft-state.web.ts'
import { useDraft } from './draft-state.web.ts'
import { DeleteButton, ErrorSummary, SaveBar, Section } from './form-parts.tsx'
import classes from './form.module.css'
import { HistoryLink } from './history-link.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { RevealButton } from './reveal-button.tsx'
import { Failure, FormSkeleton } from './states.tsx'

export interface FormScreenProps {
  /** The resource that the form is of. */
  of: AnyResource
  /** More of the area's own, beside or below the fields: a panel over the same record. */
  aside?: (record: AnyRecord) => ReactNode
  /** Tables about the record, as wide as the fields and below them. */
  below?: (record: AnyRecord) => ReactNode
  /** Takes over what a new record answers with that is shown only once; the page goes on when it resolves. */
  onCreated?: (record: AnyRecord) => Promise<void>
  /** Commands at the end of the title row. */
  actions?: (record: AnyRecord) => ReactNode
  /** Said above the fields, of every record and of a new one. */
  notice?: ReactNode
}

/** Creates a record, or updates the one that the address names by `id`. */
export function FormScreen(props: FormScreenProps) {
  const [query] = useRouteQuery()
  const id = /^[1-9][0-9]*$/.test(query['id'] ?? '') ? Number(query['id']) : null
  const { data, error, refetch } = useRecord(props.of, id)
  if (id === null) return <RecordForm {...props} record={null} />
  if (error) return <PageFrame><Failure error={error} onRetry={() => void refetch()} what={props.of.label[0]} /></PageFrame>
  if (!data) return <PageFrame><FormSkeleton /></PageFrame>
  return <RecordForm key={id} {...props} record={data as AnyRecord} />
}

function RecordForm({ of: resource, record, aside, below, onCreated, actions, notice }: FormScreenProps & { record: AnyRecord | null }) {
  const { mayWrite } = usePage()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const save = useSave(resource)
  const [current, setCurrent] = useState(record)
  const form = useDraft(resource, record, `${resource.name}/${record?.id ?? 'new'}`)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const summary = useRef<HTMLDivElement>(null)
  const [goTo, setGoTo] = useState<string | null>(null)
  const isDirty = form.changed.length > 0
  useLeaveGuard(isDirty && goTo === null && mayWrite)

  // Only after the guard has been taken down: a saved form is no reason to ask.
  useEffect(() => {
    if (goTo !== null) navigateTo(goTo, { replace: true })
  }, [goTo, navigateTo])

  // A command on this page, or a look at it later, brings a newer version: it becomes the ground under what was typed.
  // So does a record whose personal data has been revealed.
  if (record && current && (record.version > current.version || isRevealed(resource, current, record))) {
    setCurrent(record)
    if (isDirty) setConflicts(form.rebase(record))
    else form.settle(record)
  }

  useEffect(() => {
    if (form.wasRestored) toast.info('Your unsaved changes were put back.')
  }, [form.wasRestored])

  function refuse(found: Readonly<Record<string, string>>): void {
    setProblems(found)
    requestAnimationFrame(() => summary.current?.focus())
  }

  async function submit(): Promise<void> {
    if (save.isPending || !mayWrite) return
    const found = validate(resource, form.draft, current)
    if (Object.keys(found).length > 0) return refuse(found)
    const keys = current ? form.changed : Object.keys(form.draft)
    try {
      const saved = await save.mutateAsync({ current, draft: Object.fromEntries(keys.map((key) => [key, form.draft[key]])) }) as AnyRecord
      setProblems({})
      setConflicts([])
      setCurrent(saved)
      form.settle(saved)
      toast.success(`${resource.label[0]} ${String(saved[resource.title])} ${current ? 'saved' : 'created'}`)
      if (!current) await onCreated?.(saved)
      if (!current) setGoTo(paths(resource.name, 'update', saved.id))
    } catch (failure) {
      answer(failure)
    }
  }

  function answer(failure: unknown): void {
    if (!(failure instanceof FailedRequest)) return
    const { body, status } = failure
    if (status === 412 && isRecord(body.current)) {
      setConflicts(form.rebase(body.current))
      setCurrent(body.current)
      toast.warning('Somebody saved this record before you. Your changes are kept on top of theirs: look and save again.', { duration: 8000 })
    } else if (status === 409 || status === 422) {
      refuse(body.fields && Object.keys(body.fields).length > 0 ? body.fields : { '': failure.message })
    }
  }

  useShortcut(saveShortcut, () => void submit())

  const shown = (sections: readonly AnySection[]) => sections.map((section) => (
    <Section
      key={section.title} section={section} resource={resource} draft={form.draft} record={current} readOnly={!mayWrite} problems={problems}
      onChange={(key, value) => {
        form.set(key, value)
        // The sentence was about the value that is being replaced.
        setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== key && !path.startsWith(`${key}.`))))
      }}
    />
  ))
  const hasAside = Boolean(resource.form?.aside) || (Boolean(aside) && current !== null)
  return (
    <PageFrame subtitle={current ? String(current[resource.title]) : undefined} actions={current && <>
      <RevealButton of={resource} record={current} />
      <HistoryLink resource={resource.name} id={current.id} />
      {actions?.(current)}
      {mayWrite && resource.operations.includes('delete') && <DeleteButton resource={resource} record={current} onDeleted={() => setGoTo(paths(resource.name, 'list'))} />}
    </>}>
      {notice}
      <ErrorSummary ref={summary} problems={problems} resource={resource} />
      <ConflictNotice conflicts={conflicts} resource={resource} onTheirs={(conflict) => {
        form.set(conflict.key, conflict.theirs)
        setConflicts((before) => before.filter(({ key }) => key !== conflict.key))
      }} />
      <form noValidate onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}>
        <div className={classes['form']} data-aside={hasAside} data-below={below !== undefined && current !== null}>
          <div className={classes['column']}>{shown(resource.form?.main ?? wholeForm(resource))}</div>
          {hasAside && (
            <div className={classes['column']}>
              {shown(resource.form?.aside ?? [])}
              {current && aside?.(current)}
            </div>
          )}
        </div>
        {mayWrite && (
          <SaveBar
            changed={form.changed.map((key) => labelOf(key, resource.fields[key] ?? {}))} isNew={current === null} isSaving={save.isPending}
            onReset={() => {
              form.reset()
              setProblems({})
            }}
          />
        )}
      </form>
      {current && below?.(current)}
    </PageFrame>
  )
}

function ConflictNotice({ conflicts, resource, onTheirs }: { conflicts: readonly Conflict[]; resource: AnyResource; onTheirs: (conflict: Conflict) => void }) {
  if (conflicts.length === 0) return null
  return (
    <section className={classes['summary']} aria-label="Changed by both">
      <h2>You and somebody else changed the same fields. Yours are in the form.</h2>
      <ul>
        {conflicts.map((conflict) => (
          <li key={conflict.key}>
            {labelOf(conflict.key, resource.fields[conflict.key] ?? {})}: theirs is <q>{String(JSON.stringify(conflict.theirs))}</q>{' '}
            <Button variant="default" size="compact-xs" onClick={() => onTheirs(conflict)}>Take theirs</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same checks as on the server, so that most mistakes are told without asking it. */
function validate(resource: AnyResource, draft: Readonly<Record<string, unknown>>, current: AnyRecord | null): Record<string, string> {
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

function wholeForm(resource: AnyResource): readonly AnySection[] {
  return [{ title: resource.label[0], fields: Object.keys(resource.fields) }]
}

function isRevealed({ fields }: AnyResource, before: AnyRecord, after: AnyRecord): boolean {
  return before.version === after.version
    && Object.entries(fields).some(([key, field]) => isMasked(field, before[key]) && !isMasked(field, after[key]))
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value
}
