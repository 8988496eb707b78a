import { Suspense, useId, useRef } from 'react'
import { useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { PageFrame } from '../page-frame.tsx'
import { saveShortcut, useShortcut } from '../shortcuts.web.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnySection } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import type { FormScreenProps } from './form-screen-props.web.ts'
import { ErrorSummary, SaveBar, Section } from './form-parts.tsx'
import { ConflictNotice, GoneNotice, OutOfReach } from './form-notices.tsx'
import classes from './form.module.css'
import { LiveRecord } from './live-record.tsx'
import { RecordMarks, titleOf } from './record-heading.tsx'
import { RecordNeighbours } from './record-neighbours.tsx'
import { RecordRail } from './record-rail.tsx'
import { useRecordTools } from './record-tools.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import { titled, wholeForm } from './form-record.web.ts'
import { RecordActions } from './record-actions.tsx'
import { useRecordForm } from './use-record-form.web.ts'

interface RecordFormProps extends FormScreenProps {
  record: AnyRecord | null
  source?: AnyRecord
}

export function RecordForm(props: RecordFormProps) {
  const { of: resource, record, source, aside, above, below, actions, notice, headline, begin, inputs } = props
  const { isDeletable, insteadOfDeletion, isFieldLocked, nameOf } = props
  const { mayWrite: mayWriteSome } = usePage()
  const care = useRecordTools()
  const { Languages, Publication, Panels, Notes, hasPanels } = useScreenParts()
  const [{ locale }] = useRouteQuery()
  const paths = useRecordPaths()
  const {
    session,
    current,
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
    isDirty,
    isSaving,
    refuse,
    submit,
    saveMerged,
    startOver,
  } = useRecordForm(props, mayWriteSome)

  const hasTexts =
    current !== null && !isGone && Object.values(resource.fields).some(({ translatable }) => translatable)
  const isTranslated = hasTexts && locale !== undefined
  // Some inputs take what is typed when they are left, so they are left for a moment.
  const element = useRef<HTMLFormElement>(null)
  const work = useRef<HTMLDivElement>(null)
  const formId = useId()
  useShortcut(
    saveShortcut,
    () => {
      const typing = document.activeElement
      if (typing instanceof HTMLInputElement && element.current?.contains(typing)) {
        typing.blur()
        typing.focus({ preventScroll: true })
      }
      requestAnimationFrame(() => element.current?.requestSubmit())
    },
    !isTranslated,
  )

  const mayCreate = resource.operations.includes('create') && paths(resource.name, 'create') !== null && mayWrite
  const known = titled(current ?? source ?? record, { ...begin, ...titles })
  const shown = (sections: readonly AnySection[]) =>
    sections.map((section) => (
      <Section
        key={section.title}
        section={section}
        resource={resource}
        draft={form.draft}
        record={current}
        titles={known}
        isReadOnly={(key) => !mayWrite || ((current && isFieldLocked?.(current, key)) ?? false)}
        problems={problems}
        inputs={inputs}
        onChange={(key, value) => {
          form.set(key, value)
          // The sentence was about the value that is being replaced.
          setProblems((before) =>
            Object.fromEntries(Object.entries(before).filter(([path]) => path !== key && !path.startsWith(`${key}.`))),
          )
        }}
      />
    ))
  const publication = current && resource.page && !isGone && (
    <Suspense fallback={<div className={classes['publication']} />}>
      <Publication of={resource} record={current} isDirty={isDirty} />
    </Suspense>
  )
  const main = resource.form?.main ?? wholeForm(resource)
  const hasAside = Boolean(resource.form?.aside) || (Boolean(aside) && current !== null)
  // A short record needs no way through its sections, and no room for it.
  const isLong = main.length > 1 || !hasAside || below !== undefined || hasPanels(resource, 'below')
  const hasRail = current !== null && !isTranslated && isLong
  const isWorkedOn = above !== undefined && current !== null && !isTranslated
  const usedBy = current && !isGone && (
    <>
      <Suspense>
        <Notes of={resource} record={current} />
      </Suspense>
      <Suspense>
        <Panels of={resource} record={current} isDirty={isDirty} at="aside" />
      </Suspense>
      {care && (
        <Suspense>
          <care.UsedBy of={resource} record={current} />
        </Suspense>
      )}
    </>
  )
  return (
    <PageFrame
      record={
        current ? { kind: t(resource.label[0]), name: nameOf?.(current) ?? titleOf(resource, current) } : undefined
      }
      subtitle={
        current ? (
          <RecordMarks resource={resource} record={current} />
        ) : (
          source && t('Copy of {value}', { value: String(source[resource.title]) })
        )
      }
      actions={
        current &&
        !isGone && (
          <>
            <RecordNeighbours resource={resource} record={current} />
            <RecordActions
              resource={resource}
              record={current}
              mayWrite={mayWrite}
              isDirty={isDirty}
              actions={actions}
              isDeletable={isDeletable}
              insteadOfDeletion={insteadOfDeletion}
              onRefused={(values, found, of) => {
                setTitles(of)
                form.fill(values)
                refuse(found)
              }}
              onDeleted={() => setGoTo(paths(resource.name, 'list'))}
            />
          </>
        )
      }
    >
      {notice}
      {!isTranslated && headline?.(form.draft, known)}
      {mayWriteSome && !isInReach && session && current && (
        <OutOfReach resource={resource} record={current} grants={session.grants} />
      )}
      <ErrorSummary ref={summary} problems={problems} resource={resource} />
      {current && !isGone && (
        <LiveRecord of={resource} record={current} isDirty={isDirty} onGone={() => setGone(true)} />
      )}
      {!isGone && (
        <ConflictNotice
          conflicts={conflicts}
          resource={resource}
          theirs={current}
          onTheirs={(conflict) => {
            form.set(conflict.key, conflict.theirs)
            setConflicts((before) => before.filter(({ key }) => key !== conflict.key))
          }}
        />
      )}
      {merge && current && care && (
        <Suspense>
          <care.Merge
            of={resource}
            theirs={current}
            mine={form.draft}
            {...merge}
            isSaving={isSaving}
            onSave={saveMerged}
            onClose={() => setMerge(null)}
          />
        </Suspense>
      )}
      {hasTexts && (
        <Suspense fallback={<div className={classes['languages']} />}>
          <Languages of={resource} record={current} isDirty={isDirty} />
        </Suspense>
      )}
      <div className={classes['record']} data-rail-beside={hasRail} ref={work}>
        {hasRail && <RecordRail within={work} />}
        <div className={classes['work']} data-above={isWorkedOn}>
          {isWorkedOn && (
            <div className={classes['above']} data-rail="true">
              {above(current)}
            </div>
          )}
          <form
            id={formId}
            ref={element}
            noValidate
            hidden={isTranslated}
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
          >
            <div className={classes['form']} data-aside={hasAside}>
              <div className={classes['column']} data-rail="true">
                {shown(main)}
                {!hasAside && (
                  <>
                    {publication}
                    {usedBy}
                  </>
                )}
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
          </form>
          {current && !isTranslated && (
            <div className={classes['below']} data-rail="true">
              {below?.(current)}
              <Panels of={resource} record={current} isDirty={isDirty} at="below" />
            </div>
          )}
        </div>
      </div>
      {!isTranslated && (
        <>
          {isGone && <GoneNotice resource={resource} onCreate={mayCreate ? startOver : null} />}
          {mayWrite && !isGone && (
            <SaveBar
              form={formId}
              changed={form.changed.map((key) => labelOf(key, resource.fields[key] ?? {}))}
              isNew={current === null}
              isSaving={isSaving}
              onReset={() => {
                form.reset()
                setProblems({})
              }}
            />
          )}
        </>
      )}
    </PageFrame>
  )
}
