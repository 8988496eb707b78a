import { Suspense, useId } from 'react'
import { useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { PageFrame } from '../page-frame.tsx'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from './client.web.ts'
import type { FormScreenProps } from './form-screen-props.web.ts'
import { ErrorSummary, SaveBar } from './form-parts.tsx'
import { ConflictNotice, GoneNotice, OutOfReach } from './form-notices.tsx'
import classes from './form.module.css'
import { LiveRecord } from './live-record.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordFields } from './record-fields.tsx'
import { RecordMarks, titleOf } from './record-heading.tsx'
import { RecordNeighbours } from './record-neighbours.tsx'
import { useRecordTools } from './record-tools.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import { titled } from './form-record.web.ts'
import type { RecordEditing } from './use-record-form.web.ts'
import { useRecordForm } from './use-record-form.web.ts'

interface RecordFormProps extends FormScreenProps {
  record: AnyRecord | null
  source?: AnyRecord
}

/** The page of one record: its title and commands, what people should know about it, its fields, and the save bar. */
export function RecordForm(props: RecordFormProps) {
  const { of: resource, record, source, notice, headline, begin, nameOf } = props
  const { mayWrite: mayWriteSome } = usePage()
  const { Languages } = useScreenParts()
  const [{ locale }] = useRouteQuery()
  const editing = useRecordForm(props, mayWriteSome)
  const { current, form, isGone, isDirty } = editing
  const formId = useId()
  const hasTexts =
    current !== null && !isGone && Object.values(resource.fields).some(({ translatable }) => translatable)
  const isTranslated = hasTexts && locale !== undefined
  const titles = titled(current ?? source ?? record, { ...begin, ...editing.titles })
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
      actions={current && !isGone && <Commands page={props} editing={editing} record={current} />}
    >
      {notice}
      {!isTranslated && headline?.(form.draft, titles)}
      <Notices page={props} editing={editing} isOutOfReach={mayWriteSome && !editing.isInReach} />
      {hasTexts && (
        <Suspense fallback={<div className={classes['languages']} />}>
          <Languages of={resource} record={current} isDirty={isDirty} />
        </Suspense>
      )}
      <RecordFields page={props} editing={editing} formId={formId} isTranslated={isTranslated} titles={titles} />
      {!isTranslated && <Foot page={props} editing={editing} formId={formId} />}
    </PageFrame>
  )
}

interface PartProps {
  page: FormScreenProps
  editing: RecordEditing
}

function Commands({ page, editing, record }: PartProps & { record: AnyRecord }) {
  const { of: resource, actions, isDeletable, insteadOfDeletion } = page
  const paths = useRecordPaths()
  return (
    <>
      <RecordNeighbours resource={resource} record={record} />
      <RecordActions
        resource={resource}
        record={record}
        mayWrite={editing.mayWrite}
        isDirty={editing.isDirty}
        actions={actions}
        isDeletable={isDeletable}
        insteadOfDeletion={insteadOfDeletion}
        onRefused={(values, found, of) => {
          editing.setTitles(of)
          editing.form.fill(values)
          editing.refuse(found)
        }}
        onDeleted={() => editing.setGoTo(paths(resource.name, 'list'))}
      />
    </>
  )
}

/** What went wrong, and what others did to the record while it was open here. */
function Notices({ page: { of: resource }, editing, isOutOfReach }: PartProps & { isOutOfReach: boolean }) {
  const { session, current, form, isGone, conflicts, setConflicts, merge, setMerge } = editing
  const care = useRecordTools()
  return (
    <>
      {isOutOfReach && session && current && (
        <OutOfReach resource={resource} record={current} grants={session.grants} />
      )}
      <ErrorSummary ref={editing.summary} problems={editing.problems} resource={resource} />
      {current && !isGone && (
        <LiveRecord of={resource} record={current} isDirty={editing.isDirty} onGone={() => editing.setGone(true)} />
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
            isSaving={editing.isSaving}
            onSave={editing.saveMerged}
            onClose={() => setMerge(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Foot({ page: { of: resource, creates }, editing, formId }: PartProps & { formId: string }) {
  const { current, form, mayWrite, isGone } = editing
  const paths = useRecordPaths()
  const mayCreate = resource.operations.includes('create') && paths(resource.name, 'create') !== null && mayWrite
  if (isGone) return <GoneNotice resource={resource} onCreate={mayCreate ? editing.startOver : null} />
  if (!mayWrite) return null
  return (
    <SaveBar
      form={formId}
      changed={form.changed.map((key) => labelOf(key, resource.fields[key] ?? {}))}
      isNew={current === null}
      create={creates?.act}
      isSaving={editing.isSaving}
      onReset={() => {
        form.reset()
        editing.setProblems({})
      }}
    />
  )
}
