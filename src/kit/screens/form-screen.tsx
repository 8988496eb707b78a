import type { ReactNode } from 'react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLeaveGuard, useNavigateTo, useRouteParams, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { saveShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { mayChange } from '../city-limits.ts'
import { isWritable, labelOf } from '../fields.ts'
import { t } from '../language.ts'
import { isMasked } from '../personal.ts'
import { copyOf } from '../record-copy.ts'
import { recordIdIn } from '../record-id.ts'
import { FailedRequest } from '../request-errors.web.ts'
import type { AnyResource, AnySection } from '../resource.ts'
import { fieldOf } from '../resource.ts'
import { useSession } from '../session.web.ts'
import { cellOf } from './cells.tsx'
import type { AnyRecord } from './client.web.ts'
import { useRecord, useSave } from './client.web.ts'
import type { Conflict, Rebased } from './draft-state.web.ts'
import { changedKeys, startOf, useDraft, validate } from './draft-state.web.ts'
import type { OwnInputs } from './form-parts.tsx'
import { ConflictNotice, DeleteButton, DuplicateLink, ErrorSummary, GoneNotice, OutOfReach, SaveBar, Section } from './form-parts.tsx'
import classes from './form.module.css'
import { HistoryControl } from './history-control.tsx'
import { LiveRecord, RecordVisitors } from './live-record.tsx'
import type { Choices } from './record-care.tsx'
import { useRecordCare } from './record-care.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import { RevealButton } from './reveal-button.tsx'
import { Failure, FormSkeleton, NoSuch } from './states.tsx'

export interface FormScreenProps {
  /** The resource that the form is of. */
  of: AnyResource
  /** More of the area's own, beside or below the fields: a panel over the same record. */
  aside?: (record: AnyRecord) => ReactNode
  /** Tables about the record, as wide as the fields and below them. */
  below?: (record: AnyRecord) => ReactNode
  /** Takes over what a new record answers with that is shown only once; the page goes on when it resolves. */
  onCreated?: (record: AnyRecord) => Promise<void>
  /** The area's own inputs, by field. Keep stable. */
  inputs?: OwnInputs
  /** Commands at the end of the title row. */
  actions?: (record: AnyRecord) => ReactNode
  /** Said above the fields, of every record and of a new one. */
  notice?: ReactNode
  /** Fields that a copy does not take over: a state that new records have to begin in. Keep stable. */
  anew?: readonly string[]
  /** What a new record begins with besides the initial values, and the titles of what that refers to. Keep stable. */
  begin?: Readonly<Record<string, unknown>>
  /** Records that are always there, whose deletion is not offered. */
  isKept?: (record: AnyRecord) => boolean
  /** Fields of a record that can be changed no more. */
  isSettled?: (record: AnyRecord, key: string) => boolean
}

/** Creates a record, of which `from` in the address names the one to begin as a copy of, or updates the one that `id` names. */
export function FormScreen(props: FormScreenProps) {
  const { screen } = usePage()
  const [query] = useRouteQuery()
  const { id: idInPath } = useRouteParams()
  const id = recordIdIn(idInPath ?? query['id'])
  const from = id === null && props.of.operations.includes('create') ? recordIdIn(query['from']) : null
  const { data, error, refetch } = useRecord(props.of, id ?? from)
  const namesOne = idInPath !== undefined || screen.endsWith('/update')
  if (id === null && namesOne) return <PageFrame><NoSuch what={t(props.of.label[0])} /></PageFrame>
  if (id === null && from === null) return <RecordForm {...props} record={null} />
  // What is being edited stays on the page, whatever a later look at the server says.
  if (error && !data) return <PageFrame><Failure error={error} onRetry={() => void refetch()} what={t(props.of.label[0])} /></PageFrame>
  if (!data) return <PageFrame><FormSkeleton /></PageFrame>
  if (from !== null) return <RecordForm key={`from ${from}`} {...props} record={null} source={data as AnyRecord} />
  return <RecordForm key={id} {...props} record={data as AnyRecord} />
}

interface RecordFormProps extends FormScreenProps { record: AnyRecord | null; source?: AnyRecord }

function RecordForm({ of: resource, record, source, aside, below, onCreated, actions, notice, anew, begin, inputs, isKept, isSettled }: RecordFormProps) {
  const { mayWrite: mayWriteSome } = usePage()
  const session = useSession()
  const care = useRecordCare()
  const { Languages, Publication, Merges, Notes, NotesMark } = useScreenParts()
  const [{ locale }] = useRouteQuery()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const save = useSave(resource)
  const [current, setCurrent] = useState(record)
  const isInReach = current === null || session === null || mayChange(session.grants, resource, current)
  const mayWrite = mayWriteSome && isInReach
  const name = source ? `new from ${source.id}` : record?.id ?? (begin ? `new as ${JSON.stringify(begin)}` : 'new')
  const form = useDraft(resource, record, `${resource.name}/${name}`, source ? copyOf(resource, source, anew) : begin)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [merge, setMerge] = useState<Rebased | null>(null)
  const [isGone, setGone] = useState(false)
  /** Titles of what earlier values refer to, which the record does not name any more. */
  const [titles, setTitles] = useState<Readonly<Record<string, unknown>>>({})
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
    if (isDirty) setConflicts(form.rebase(record).conflicts)
    else form.settle(record)
  }

  // Who opens an empty form types next. A copy lacks what no two records share, so there that comes next.
  const isNew = record === null
  useEffect(() => {
    if (!isNew || matchMedia('(pointer: coarse)').matches) return
    const [key] = Object.entries(resource.fields).find(([, field]) => source && field.unique && isWritable(field)) ?? [resource.form?.main[0]?.fields[0]]
    if (key !== undefined) requestAnimationFrame(() => document.getElementById(`field-${key}`)?.focus({ preventScroll: source === undefined }))
  }, [isNew, source, resource])

  useEffect(() => {
    if (form.wasRestored) toast.info(t('Your unsaved changes were put back.'))
  }, [form.wasRestored])

  function refuse(found: Readonly<Record<string, string>>): void {
    setProblems(found)
    requestAnimationFrame(() => summary.current?.focus())
  }

  async function submit(draft = form.draft): Promise<void> {
    if (save.isPending || !mayWrite || isGone) return
    const found = validate(resource, draft, current)
    if (Object.keys(found).length > 0) {
      setMerge(null)
      return refuse(found)
    }
    const keys = current ? changedKeys(startOf(resource, current), draft) : Object.keys(draft)
    try {
      const saved = await save.mutateAsync({ current, draft: Object.fromEntries(keys.map((key) => [key, draft[key]])) }) as AnyRecord
      setProblems({})
      setConflicts([])
      setMerge(null)
      setCurrent(saved)
      form.settle(saved)
      const said = { one: t(resource.label[0]), title: String(saved[resource.title]) }
      toast.success(current ? t('{one} {title} saved', said) : t('{one} {title} created', said))
      if (!current) await onCreated?.(saved)
      if (!current) setGoTo(paths(resource.name, 'update', saved.id))
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
      if (!care) toast.warning(t('Somebody saved this record before you. Your changes are kept on top of theirs: look and save again.'), { duration: 8000 })
    } else if (status === 404 && current) {
      setMerge(null)
      setGone(true)
    } else if (status === 409 || status === 422) {
      setMerge(null)
      refuse(body.fields && Object.keys(body.fields).length > 0 ? body.fields : { '': failure.message })
    }
  }

  function saveMerged(choices: Choices): void {
    const theirs = Object.fromEntries(conflicts.filter(({ key }) => choices[key] === 'theirs').map((conflict) => [conflict.key, conflict.theirs]))
    form.fill(theirs)
    setConflicts((before) => before.filter(({ key }) => choices[key] === undefined))
    void submit({ ...form.draft, ...theirs })
  }

  /** What was typed goes on as a new record. */
  function beginAnew(): void {
    if (current) form.fill(copyOf(resource, { ...current, ...form.draft }, anew?.filter((key) => !form.changed.includes(key)), true))
    setCurrent(null)
    setGone(false)
  }

  const hasTexts = current !== null && !isGone && Object.values(resource.fields).some(({ translatable }) => translatable)
  const isTranslated = hasTexts && locale !== undefined
  // Some inputs take what is typed when they are left, so they are left for a moment.
  const element = useRef<HTMLFormElement>(null)
  useShortcut(saveShortcut, () => {
    const typing = document.activeElement
    if (typing instanceof HTMLInputElement && element.current?.contains(typing)) {
      typing.blur()
      typing.focus({ preventScroll: true })
    }
    requestAnimationFrame(() => element.current?.requestSubmit())
  }, !isTranslated)

  const mayCreate = resource.operations.includes('create') && paths(resource.name, 'create') !== null && mayWrite
  const known = titled(current ?? source ?? record, { ...begin, ...titles })
  const shown = (sections: readonly AnySection[]) => sections.map((section) => (
    <Section
      key={section.title} section={section} resource={resource} draft={form.draft} record={current} titles={known} isReadOnly={(key) => !mayWrite || (current !== null && isSettled?.(current, key) === true)} problems={problems} inputs={inputs}
      onChange={(key, value) => {
        form.set(key, value)
        // The sentence was about the value that is being replaced.
        setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== key && !path.startsWith(`${key}.`))))
      }}
    />
  ))
  const publication = current && resource.page && !isGone && <Suspense><Publication of={resource} record={current} isDirty={isDirty} /></Suspense>
  const hasAside = Boolean(resource.form?.aside) || (Boolean(aside) && current !== null)
  const usedBy = current && !isGone && <>
    <Suspense><Notes of={resource} record={current} /></Suspense>
    <Suspense><Merges of={resource} record={current} isDirty={isDirty} /></Suspense>
    {care && <Suspense><care.UsedBy of={resource} record={current} /></Suspense>}
  </>
  const titleField = fieldOf(resource, resource.title)
  return (
    <PageFrame subtitle={current ? <>{titleField ? cellOf(resource.title, titleField, current) : null}<Suspense><NotesMark of={resource} record={current} /></Suspense><RecordVisitors /></> : source && t('Copy of {value}', { value: String(source[resource.title]) })} actions={current && !isGone && <>
      <RevealButton of={resource} record={current} />
      <HistoryControl of={resource} record={current} mayWrite={mayWrite} isDirty={isDirty} onRefused={(values, found, of) => {
        setTitles(of)
        form.fill(values)
        refuse(found)
      }} />
      {mayWrite && <DuplicateLink resource={resource} record={current} />}
      {actions?.(current)}
      {mayWrite && resource.operations.includes('delete') && !isKept?.(current) && <DeleteButton resource={resource} record={current} onDeleted={() => setGoTo(paths(resource.name, 'list'))} />}
    </>}>
      {notice}
      {mayWriteSome && !isInReach && session && current && <OutOfReach resource={resource} record={current} grants={session.grants} />}
      <ErrorSummary ref={summary} problems={problems} resource={resource} />
      {current && !isGone && <LiveRecord of={resource} record={current} isDirty={isDirty} onGone={() => setGone(true)} />}
      {!isGone && <ConflictNotice conflicts={conflicts} resource={resource} theirs={current} onTheirs={(conflict) => {
        form.set(conflict.key, conflict.theirs)
        setConflicts((before) => before.filter(({ key }) => key !== conflict.key))
      }} />}
      {merge && current && care && (
        <Suspense>
          <care.Merge of={resource} theirs={current} mine={form.draft} {...merge} isSaving={save.isPending} onSave={saveMerged} onClose={() => setMerge(null)} />
        </Suspense>
      )}
      {hasTexts && <Suspense><Languages of={resource} record={current} isDirty={isDirty} /></Suspense>}
      <form ref={element} noValidate hidden={isTranslated} onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}>
        <div className={classes['form']} data-aside={hasAside} data-below={below !== undefined && current !== null}>
          <div className={classes['column']}>
            {shown(resource.form?.main ?? wholeForm(resource))}
            {!hasAside && <>{publication}{usedBy}</>}
          </div>
          {hasAside && (
            <div className={classes['column']}>
              {publication}
              {shown(resource.form?.aside ?? [])}
              {current && aside?.(current)}
              {usedBy}
            </div>
          )}
        </div>
        {isGone && <GoneNotice resource={resource} onCreate={mayCreate ? beginAnew : null} />}
        {mayWrite && !isGone && (
          <SaveBar
            changed={form.changed.map((key) => labelOf(key, resource.fields[key] ?? {}))} isNew={current === null} isSaving={save.isPending}
            onReset={() => {
              form.reset()
              setProblems({})
            }}
          />
        )}
      </form>
      {current && !isTranslated && below?.(current)}
    </PageFrame>
  )
}

/** A record with the titles of further records that its references may name, so that pickers can show them. */
function titled(record: AnyRecord | null, titles: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  if (Object.keys(titles).length === 0) return record
  return Object.fromEntries(Object.entries({ ...record, ...titles }).map(([key, value]) => {
    const own = record?.[key]
    return [key, Array.isArray(value) && Array.isArray(own) ? [...own as unknown[], ...value as unknown[]] : value]
  }))
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
