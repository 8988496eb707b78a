import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Ref } from 'react'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { KindTable } from '../fields.ts'
import { ask, isWritable, labelOf } from '../fields.ts'
import { isMasked } from '../personal.ts'
import type { AnyResource, AnySection } from '../resource.ts'
import type { AnyRecord } from './client.web.ts'
import { useDelete } from './client.web.ts'
import { cellOf } from './cells.tsx'
import classes from './form.module.css'
import { inputOf } from './inputs.tsx'

interface SectionProps {
  section: AnySection
  resource: AnyResource
  draft: Readonly<Record<string, unknown>>
  record: AnyRecord | null
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
export function Section({ section, resource, draft, record, readOnly, problems, onChange }: SectionProps) {
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
                name: key, value: draft[key], onChange: (value) => onChange(key, value), error: problems[key], errors: problems, readOnly, draft, record,
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

/** Asks first; when the record is in use the server's sentence says why it stays. */
export function DeleteButton({ resource, record, onDeleted }: { resource: AnyResource; record: AnyRecord; onDeleted: () => void }) {
  const remove = useDelete(resource)
  const [one] = resource.label
  async function ask(): Promise<void> {
    const title = String(record[resource.title])
    const { action } = await confirmBox(`${one} ${title} will be gone for good. The audit keeps what it was.`, `Delete ${one.toLowerCase()} ${title}?`, {
      type: 'warning', danger: true, confirmText: 'Delete', cancelText: 'Keep',
    })
    if (action !== 'confirm') return
    // The client shows a refusal; the form stays as it is.
    await remove.mutateAsync(record).then(() => {
      toast.success(`${one} ${title} deleted`)
      onDeleted()
    }, () => {})
  }
  return <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} loading={remove.isPending} onClick={() => void ask()}>Delete</Button>
}
