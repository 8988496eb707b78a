import { Button } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Suspense, useState } from 'react'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { rich } from '../../ui/rich.tsx'
import type { Grants } from '../access.ts'
import { reachWords } from '../city-limits.ts'
import type { AnyField, KindTable } from '../fields.ts'
import { ask, isWritable, labelOf } from '../fields.ts'
import { listOf } from '../formats.ts'
import { t } from '../language.ts'
import { searchDescription } from '../page.ts'
import { isMasked } from '../personal.ts'
import type { AnyResource, AnySection } from '../resource.ts'
import { inSentence } from '../resource.ts'
import { useMay } from '../session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useDelete } from './client.web.ts'
import { cellOf } from './cells.tsx'
import type { Conflict } from './draft-state.web.ts'
import classes from './form.module.css'
import type { InputProps } from './input-props.ts'
import { inputOf } from './inputs.tsx'
import { useRecordCare } from './record-care.tsx'
import { useRecordPaths } from './record-paths.tsx'
import type { OwnInput } from './screen-parts.web.ts'
import { useScreenParts } from './screen-parts.web.ts'
import { useDeletionTold } from './undo.web.ts'

interface SectionProps {
  section: AnySection
  resource: AnyResource
  draft: Readonly<Record<string, unknown>>
  record: AnyRecord | null
  /** Where inputs find the titles of references, when that is not the stored record. */
  titles?: Readonly<Record<string, unknown>> | null
  isReadOnly?: ((key: string) => boolean) | undefined
  problems: Readonly<Record<string, string>>
  onChange: (key: string, value: unknown) => void
  /** The area's own inputs, by field. */
  inputs?: OwnInputs | undefined
}

/** Inputs of an area's own in its form, by field. */
export type OwnInputs = Readonly<Record<string, OwnInput>>

const wide = () => true
const narrow = () => false

/** Kinds that take the whole width of a section. */
export const widths = {
  text: narrow, longText: wide, integer: narrow, decimal: narrow, percent: narrow, money: narrow, boolean: narrow, date: narrow,
  time: narrow, instant: narrow, select: narrow, choices: wide, words: wide, ref: narrow, refs: wide, rows: wide,
} satisfies KindTable<[], boolean>

/** A titled part of a form. Fields that are not to the point right now are left out, their values untouched. */
export function Section({ section, resource, draft, record, titles = record, isReadOnly = () => false, problems, onChange, inputs }: SectionProps) {
  const keys = section.fields.flatMap((item) => (typeof item === 'string' ? [item] : item.when(draft) ? [item.field] : []))
  const { SearchResult } = useScreenParts()
  // What is worked out has nothing to say of a record that is not there yet.
  const shown = keys.filter((key) => resource.fields[key] && (record !== null || isWritable(resource.fields[key])))
  if (shown.length === 0) return null
  return (
    <section className={classes['section']} aria-label={t(section.title)}>
      <h2>{t(section.title)}</h2>
      {section.help && <p className={classes['help']}>{t(section.help)}</p>}
      <div className={classes['fields']}>
        {shown.map((key) => {
          const field = resource.fields[key]
          if (!field) return null
          if ((!isWritable(field) && !inputs?.[key]) || (record && isMasked(field, draft[key]))) return record && <Fact key={key} label={labelOf(key, field)} isWide={ask<[], boolean>(widths, field)}>{cellOf(key, field, record)}</Fact>
          return (
            <div key={key} className={inputs?.[key] || ask<[], boolean>(widths, field) ? classes['wide'] : undefined}>
              {drawn(inputs?.[key], field, {
                name: key, value: draft[key], onChange: (value) => onChange(key, value), error: problems[key], errors: problems, readOnly: isReadOnly(key), draft, record: titles, setField: onChange,
              })}
              {resource.page && key === searchDescription && <SearchResult of={resource} draft={draft} id={record?.id ?? null} />}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function drawn(Own: OwnInput | undefined, field: AnyField, props: InputProps): ReactNode {
  return Own ? <Own field={field} {...props} /> : inputOf(field, props)
}

/** A value that can only be read. */
export function Fact({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <dl className={classes['fact']} data-wide={isWide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  )
}

/** Everything that has to change before the record can be saved, each a link to its field. */
export function ErrorSummary({ problems, resource, ref }: { problems: Readonly<Record<string, string>>; resource: AnyResource; ref: Ref<HTMLDivElement> }) {
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return (
    <div className={classes['summary']} role="alert" tabIndex={-1} ref={ref}>
      <h2>{t('{n, plural, one {One thing needs another look} other {# things need another look}}', { n: entries.length })}</h2>
      <ul>
        {entries.map(([path, message]) => (
          <li key={path}>
            {path === '' || !resource.fields[path.split('.')[0] ?? ''] ? message : (
              <a href={`#field-${path.replaceAll('.', '-')}`} onClick={(event) => {
                event.preventDefault()
                document.getElementById(`field-${path.replaceAll('.', '-')}`)?.focus()
              }}>{message}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SaveBarProps { changed: readonly string[]; isNew: boolean; isSaving: boolean; onReset: () => void }

/** Always in view: what would be saved, and the button that does it. */
export function SaveBar({ changed, isNew, isSaving, onReset }: SaveBarProps) {
  const some = changed.length > 3 ? listOf([...changed.slice(0, 3), t('{n} more', { n: changed.length - 3 })]) : changed.join(', ')
  return (
    <div className={classes['savebar']}>
      <p>{changed.length === 0 ? (isNew ? '' : t('No unsaved changes')) : t('Unsaved: {some}', { some })}</p>
      {changed.length > 0 && <Button variant="default" onClick={onReset} disabled={isSaving}>{t('Discard')}</Button>}
      <Button type="submit" loading={isSaving} disabled={!isNew && changed.length === 0} title="Ctrl+S">{isNew ? t('Create') : t('Save')}</Button>
    </div>
  )
}

/** Says first what deleting means, and why it is not possible where it is not; what was deleted can be brought back. */
export function DeleteButton({ resource, record, onDeleted }: { resource: AnyResource; record: AnyRecord; onDeleted: () => void }) {
  const remove = useDelete(resource)
  const care = useRecordCare()
  const tell = useDeletionTold(resource)
  const [isAsking, setAsking] = useState(false)
  const [isSucceeded, setSucceeded] = useState(false)
  const one = t(resource.label[0])
  async function ask(): Promise<void> {
    const title = String(record[resource.title])
    const named = `${inSentence(one)} ${title}`
    setAsking(true)
    const { refusal, uses, asksSuccessor } = await care?.consequencesOf(resource, record.id) ?? { refusal: null, uses: null }
    setAsking(false)
    if (asksSuccessor) return setSucceeded(true)
    if (refusal !== null) return void await alertBox(refusal, t('{one} {title} cannot be deleted', { one, title }), { type: 'warning' })
    const { action } = await confirmBox([uses === '' ? t('Nothing refers to it.') : uses, t('The audit keeps what it was.')].filter(Boolean).join(' '), t('Delete {named}?', { named }), {
      type: 'warning', danger: true, confirmText: t('Delete'), cancelText: t('Keep'),
    })
    if (action !== 'confirm') return
    // The client shows a refusal; the form stays as it is.
    if (!await remove.mutateAsync(record).then(() => true, () => false)) return
    tell(record)
    onDeleted()
  }
  return <>
    <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} loading={isAsking || remove.isPending} onClick={() => void ask()}>{t('Delete')}</Button>
    {isSucceeded && care && <Suspense><care.Deletion of={resource} record={record} onClose={() => setSucceeded(false)} onDeleted={onDeleted} /></Suspense>}
  </>
}

/** The way to a new record that begins as a copy of this one. Nothing is stored until it is saved. */
export function DuplicateLink({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const may = useMay()
  const create = useRecordPaths()(resource.name, 'create')
  if (create === null || !resource.operations.includes('create') || !may('write', resource.access.object)) return null
  return <Button component="a" href={`${create}?from=${record.id}`} variant="default" leftSection={<IconCopy size={15} aria-hidden />}>{t('Duplicate')}</Button>
}

/** Why a record can be read but not changed by somebody who may change others of its kind. */
export function OutOfReach({ resource, record, grants }: { resource: AnyResource; record: AnyRecord; grants: Grants }) {
  const city = record['city'] as { id: number; title: string } | null | undefined
  const limits = reachWords(grants, resource, (id) => (city?.id === id ? city.title : undefined))
  return (
    <p className={classes['notice']} role="note">
      {t('You can read this {one} but not change it: your role may change {many} only {limits}.', { one: inSentence(t(resource.label[0])), many: inSentence(t(resource.label[1])), limits })}
    </p>
  )
}

interface ConflictNoticeProps {
  conflicts: readonly Conflict[]
  resource: AnyResource
  theirs: AnyRecord | null
  onTheirs: (conflict: Conflict) => void
}

/** What both changed, for as long as nobody has chosen. */
export function ConflictNotice({ conflicts, resource, theirs, onTheirs }: ConflictNoticeProps) {
  if (conflicts.length === 0 || !theirs) return null
  return (
    <section className={classes['summary']} aria-label={t('Changed by both')}>
      <h2>{t('You and somebody else changed the same fields. Yours are in the form.')}</h2>
      <ul>
        {conflicts.map((conflict) => {
          const field = resource.fields[conflict.key]
          return field && (
            <li key={conflict.key}>
              {rich('{key}: theirs is {cellOf}', { key: labelOf(conflict.key, field), cellOf: <q>{cellOf(conflict.key, field, theirs)}</q> })}{' '}
              <Button variant="default" size="compact-xs" onClick={() => onTheirs(conflict)}>{t('Take theirs')}</Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** In place of the save bar, so that it is in view: what is being edited is gone, and can become a record of its own. */
export function GoneNotice({ resource, onCreate }: { resource: AnyResource; onCreate: (() => void) | null }) {
  const one = inSentence(t(resource.label[0]))
  return (
    <div className={classes['savebar']} role="alert" aria-label={t('Deleted meanwhile')}>
      <p>
        <strong>{t('Somebody has deleted this {one} while you had it open.', { one })}</strong>{' '}
        {onCreate ? t('What is in the form stays there.') : t('What is in the form stays there: copy what you need before you leave the page.')}
      </p>
      {onCreate && <Button onClick={onCreate}>{t('Make a new {one} of it', { one })}</Button>}
    </div>
  )
}
