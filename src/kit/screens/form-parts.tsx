import { Button } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useState } from 'react'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { KindTable } from '../fields.ts'
import { ask, isWritable, labelOf } from '../fields.ts'
import { isMasked } from '../personal.ts'
import type { AnyResource, AnySection } from '../resource.ts'
import { inSentence } from '../resource.ts'
import { useMay } from '../session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useDelete } from './client.web.ts'
import { cellOf } from './cells.tsx'
import type { Conflict } from './draft-state.web.ts'
import classes from './form.module.css'
import { inputOf } from './inputs.tsx'
import { useRecordCare } from './record-care.tsx'
import { useRecordPaths } from './record-paths.tsx'
import { useUndoable } from './undo.web.ts'

interface SectionProps {
  section: AnySection
  resource: AnyResource
  draft: Readonly<Record<string, unknown>>
  record: AnyRecord | null
  /** Where inputs find the titles of references, when that is not the stored record. */
  titles?: Readonly<Record<string, unknown>> | null
  readOnly: boolean
  problems: Readonly<Record<string, string>>
  onChange: (key: string, value: unknown) => void
}

const wide = () => true
const narrow = () => false

/** Kinds that take the whole width of a section. */
const widths = {
  text: narrow, longText: wide, integer: narrow, decimal: narrow, percent: narrow, money: narrow, boolean: narrow, date: narrow,
  time: narrow, instant: narrow, select: narrow, choices: wide, words: wide, ref: narrow, refs: wide, rows: wide,
} satisfies KindTable<[], boolean>

/** A titled part of a form. Fields that are not to the point right now are left out, their values untouched. */
export function Section({ section, resource, draft, record, titles = record, readOnly, problems, onChange }: SectionProps) {
  const keys = section.fields.flatMap((item) => (typeof item === 'string' ? [item] : item.when(draft) ? [item.field] : []))
  if (keys.length === 0) return null
  return (
    <section className={classes['section']} aria-label={section.title}>
      <h2>{section.title}</h2>
      {section.help && <p className={classes['help']}>{section.help}</p>}
      <div className={classes['fields']}>
        {keys.map((key) => {
          const field = resource.fields[key]
          if (!field) return null
          if (!isWritable(field) || (record && isMasked(field, draft[key]))) return record && <Fact key={key} label={labelOf(key, field)}>{cellOf(key, field, record)}</Fact>
          return (
            <div key={key} className={ask<[], boolean>(widths, field) ? classes['wide'] : undefined}>
              {inputOf(field, {
                name: key, value: draft[key], onChange: (value) => onChange(key, value), error: problems[key], errors: problems, readOnly, draft, record: titles,
              })}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** A value that can only be read. */
export function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <dl className={classes['fact']}>
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
      <h2>{entries.length === 1 ? 'One thing needs another look' : `${entries.length} things need another look`}</h2>
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
  const some = changed.length > 3 ? `${changed.slice(0, 3).join(', ')} and ${changed.length - 3} more` : changed.join(', ')
  return (
    <div className={classes['savebar']}>
      <p>{changed.length === 0 ? (isNew ? '' : 'No unsaved changes') : `Unsaved: ${some}`}</p>
      {changed.length > 0 && <Button variant="default" onClick={onReset} disabled={isSaving}>Discard</Button>}
      <Button type="submit" loading={isSaving} disabled={!isNew && changed.length === 0} title="Ctrl+S">{isNew ? 'Create' : 'Save'}</Button>
    </div>
  )
}

/** Says first what deleting means, and why it is not possible where it is not; what was deleted can be brought back. */
export function DeleteButton({ resource, record, onDeleted }: { resource: AnyResource; record: AnyRecord; onDeleted: () => void }) {
  const remove = useDelete(resource)
  const care = useRecordCare()
  const undoable = useUndoable(resource)
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const [isAsking, setAsking] = useState(false)
  const [one] = resource.label
  async function ask(): Promise<void> {
    const title = String(record[resource.title])
    const named = `${inSentence(one)} ${title}`
    setAsking(true)
    const { refusal, uses } = await care?.consequencesOf(resource, record.id) ?? { refusal: null, uses: null }
    setAsking(false)
    if (refusal !== null) return void await alertBox(refusal, `${one} ${title} cannot be deleted`, { type: 'warning' })
    const { action } = await confirmBox(`${uses === '' ? 'Nothing refers to it. ' : uses ? `${uses} ` : ''}The audit keeps what it was.`, `Delete ${named}?`, {
      type: 'warning', danger: true, confirmText: 'Delete', cancelText: 'Keep',
    })
    if (action !== 'confirm') return
    // The client shows a refusal; the form stays as it is.
    if (!await remove.mutateAsync(record).then(() => true, () => false)) return
    const message = `${one} ${title} deleted`
    const page = paths(resource.name, 'update', record.id)
    if (!mayComeBack(resource, record)) toast.success(message)
    else undoable({ message, action: 'delete', ids: [record.id], undone: `${one} ${title} is back`, ...(page && { onUndone: () => navigateTo(page) }) })
    onDeleted()
  }
  return <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} loading={isAsking || remove.isPending} onClick={() => void ask()}>Delete</Button>
}

/** Of a text that is personal the audit keeps no more than a mask, so such a record cannot come back whole. */
function mayComeBack({ operations, fields }: AnyResource, record: AnyRecord): boolean {
  return operations.includes('create') && !Object.entries(fields).some(([key, field]) => field.personal && !field.derived && typeof record[key] === 'string')
}

/** The way to a new record that begins as a copy of this one. Nothing is stored until it is saved. */
export function DuplicateLink({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const may = useMay()
  const create = useRecordPaths()(resource.name, 'create')
  if (create === null || !resource.operations.includes('create') || !may('write', resource.access.object)) return null
  return <Button component="a" href={`${create}?from=${record.id}`} variant="default" leftSection={<IconCopy size={15} aria-hidden />}>Duplicate</Button>
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
    <section className={classes['summary']} aria-label="Changed by both">
      <h2>You and somebody else changed the same fields. Yours are in the form.</h2>
      <ul>
        {conflicts.map((conflict) => {
          const field = resource.fields[conflict.key]
          return field && (
            <li key={conflict.key}>
              {labelOf(conflict.key, field)}: theirs is <q>{cellOf(conflict.key, field, theirs)}</q>{' '}
              <Button variant="default" size="compact-xs" onClick={() => onTheirs(conflict)}>Take theirs</Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** In place of the save bar, so that it is in view: what is being edited is gone, and can become a record of its own. */
export function GoneNotice({ resource, onCreate }: { resource: AnyResource; onCreate: (() => void) | null }) {
  const one = inSentence(resource.label[0])
  return (
    <div className={classes['savebar']} role="alert" aria-label="Deleted meanwhile">
      <p>
        <strong>Somebody has deleted this {one} while you had it open.</strong>{' '}
        What is in the form stays there{onCreate ? '.' : ': copy what you need before you leave the page.'}
      </p>
      {onCreate && <Button onClick={onCreate}>Make a new {one} of it</Button>}
    </div>
  )
}
