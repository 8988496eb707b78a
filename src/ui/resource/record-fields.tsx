import type { RefObject } from 'react'
import { Suspense, useRef } from 'react'
import { saveShortcut, useShortcut } from '../shortcuts.web.ts'
import type { AnySection } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { FormScreenProps } from './form-screen-props.web.ts'
import { Section } from './form-parts.tsx'
import { wholeForm } from './form-record.web.ts'
import classes from './form.module.css'
import { RecordRail } from './record-rail.tsx'
import { useRecordTools } from './record-tools.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import { Waiting } from './states.tsx'
import type { RecordEditing } from './use-record-form.web.ts'

interface RecordFieldsProps {
  page: FormScreenProps
  editing: RecordEditing
  /** The form's id, by which the save bar outside it submits it. */
  formId: string
  /** Whether a translation is edited in place of the fields, which keep what was typed. */
  isTranslated: boolean
  /** The record with the titles of all that the draft refers to. */
  titles: Readonly<Record<string, unknown>> | null
}

/** The work on a record: the rail, the area's own working parts, the fields, and the tables below them. */
export function RecordFields(props: RecordFieldsProps) {
  const { of: resource, above, below, aside } = props.page
  const { current, isDirty } = props.editing
  const { Panels, hasPanels } = useScreenParts()
  const tools = useRecordTools()
  const work = useRef<HTMLDivElement>(null)
  const isShown = current !== null && !props.isTranslated
  const hasAside = Boolean(resource.form?.aside) || (Boolean(aside) && current !== null)
  // A short record needs no way through its sections, and no room for it.
  const isLong = mainOf(props.page).length > 1 || !hasAside || below !== undefined || hasPanels(resource, 'below')
  return (
    <div className={classes['record']} data-rail-beside={isShown && isLong} ref={work}>
      {isShown && isLong && <RecordRail within={work} hasHistory={tools !== null} />}
      <div className={classes['work']} data-above={above !== undefined && isShown}>
        {above && isShown && (
          <div className={classes['above']} data-rail="true">
            {above(current)}
          </div>
        )}
        <Columns {...props} hasAside={hasAside} />
        {isShown && (
          <div className={classes['below']} data-rail="true">
            {below?.(current)}
            <Panels of={resource} record={current} isDirty={isDirty} at="below" />
          </div>
        )}
      </div>
    </div>
  )
}

const mainOf = ({ of: resource }: FormScreenProps): readonly AnySection[] => resource.form?.main ?? wholeForm(resource)

/** The fields in one column, or in two where there is something to show beside them. */
function Columns(props: RecordFieldsProps & { hasAside: boolean }) {
  const { page, editing, formId, isTranslated, hasAside } = props
  const element = useRef<HTMLFormElement>(null)
  useSaveByKey(element, !isTranslated)
  const { current } = editing
  return (
    <form
      id={formId}
      ref={element}
      noValidate
      hidden={isTranslated}
      onSubmit={(event) => {
        event.preventDefault()
        void editing.submit()
      }}
    >
      <div className={classes['form']} data-aside={hasAside}>
        <div className={classes['column']} data-rail="true">
          <Sections {...props} sections={mainOf(page)} />
          {!hasAside && (
            <>
              <PublicationOf {...props} />
              <UsesOf {...props} />
            </>
          )}
        </div>
        {hasAside && (
          <div className={classes['column']}>
            <PublicationOf {...props} />
            <Sections {...props} sections={page.of.form?.aside ?? []} />
            {current && page.aside?.(current)}
            <UsesOf {...props} />
          </div>
        )}
      </div>
    </form>
  )
}

/** Ctrl+S. Some inputs take what is typed when they are left, so they are left for a moment. */
function useSaveByKey(form: RefObject<HTMLFormElement | null>, isEnabled: boolean): void {
  useShortcut(
    saveShortcut,
    () => {
      const typing = document.activeElement
      if (typing instanceof HTMLInputElement && form.current?.contains(typing)) {
        typing.blur()
        typing.focus({ preventScroll: true })
      }
      requestAnimationFrame(() => form.current?.requestSubmit())
    },
    isEnabled,
  )
}

function Sections({ page, editing, titles, sections }: RecordFieldsProps & { sections: readonly AnySection[] }) {
  const { current, form, mayWrite, problems, setProblems } = editing
  return sections.map((section) => (
    <Section
      key={section.title}
      section={section}
      resource={page.of}
      draft={form.draft}
      record={current}
      titles={titles}
      isReadOnly={(key) => !mayWrite || ((current && page.isFieldLocked?.(current, key)) ?? false)}
      problems={problems}
      inputs={page.inputs}
      onChange={(key, value) => {
        form.set(key, value)
        // The sentence was about the value that is being replaced.
        setProblems((before) =>
          Object.fromEntries(Object.entries(before).filter(([path]) => path !== key && !path.startsWith(`${key}.`))),
        )
      }}
    />
  ))
}

function PublicationOf({ page: { of: resource }, editing: { current, isGone, isDirty } }: RecordFieldsProps) {
  const { Publication } = useScreenParts()
  if (!current || !resource.page || isGone) return null
  return (
    <Suspense fallback={<div className={classes['publication']} data-waiting="" />}>
      <Publication of={resource} record={current} isDirty={isDirty} />
    </Suspense>
  )
}

/** Who wrote about the record, what other features show of it, and where it is used. */
function UsesOf({ page: { of: resource }, editing: { current, isGone, isDirty } }: RecordFieldsProps) {
  const { Notes, Panels } = useScreenParts()
  const care = useRecordTools()
  if (!current || isGone) return null
  const record: AnyRecord = current
  return (
    <>
      <Suspense fallback={<Waiting />}>
        <Notes of={resource} record={record} />
      </Suspense>
      <Suspense fallback={<Waiting />}>
        <Panels of={resource} record={record} isDirty={isDirty} at="aside" />
      </Suspense>
      {care && (
        <Suspense fallback={<Waiting />}>
          <care.UsedBy of={resource} record={record} />
        </Suspense>
      )}
    </>
  )
}
