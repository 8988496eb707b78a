import { Button } from '@mantine/core'
import type { FormEvent, KeyboardEvent } from 'react'
import { useCallback, useId, useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { ask, isWritable, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useSave } from '../../ui/resource/client.web.ts'
import { changedKeys, startOf, validate } from '../../ui/resource/draft-state.web.ts'
import { widths } from '../../ui/resource/form-parts.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { CreationProps } from '../../ui/resource/screen-parts.web.ts'
import { initialValue } from '../../core/resource/value-schemas.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './inline-edit.module.css'

type Values = Readonly<Record<string, unknown>>
type Problems = Readonly<Record<string, string>>

/** Creates a record over the form that needs it: required fields first, everything else on request. */
export function CreationDialog(props: CreationProps) {
  return props.of.form?.guarded ? <ElsewhereDialog {...props} /> : <RecordDialog {...props} />
}

/** For a resource whose own form asks, or shows, more than its fields. */
function ElsewhereDialog({ of: resource, onClose }: CreationProps) {
  const page = useRecordPaths()(resource.name, 'create')
  const one = inSentence(t(resource.label[0]))
  return (
    <Dialog title={t('New {one}', { one })} onClose={onClose} size={460}>
      <div className={classes['dialog']}>
        <p className={classes['why']}>
          {t(resource.form?.guarded?.why ?? '')}{' '}
          {page ? t('Create it in a new tab, then search for it here.') : t('Ask a colleague who can open its form.')}
        </p>
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {page && (
            <Button component="a" href={page} target="_blank" rel="noopener" onClick={onClose}>
              {t('Open the form in a new tab')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The fields of the form in two parts: those without which nothing can be saved, and the others, as far as they are to the point. */
export function partsOf(
  resource: AnyResource,
  draft: Values,
): { needed: readonly string[]; others: readonly string[] } {
  const sections = resource.form
    ? [...resource.form.main, ...(resource.form.aside ?? [])]
    : [{ fields: Object.keys(resource.fields) }]
  const shown = sections
    .flatMap(({ fields }) =>
      fields.flatMap((item) => (typeof item === 'string' ? [item] : item.when(draft) ? [item.field] : [])),
    )
    .filter((key) => resource.fields[key] && isWritable(resource.fields[key]))
  const isNeeded = (key: string) => {
    const field = resource.fields[key]
    return key === resource.title || (field !== undefined && field.required === true && initialValue(field) === null)
  }
  return { needed: shown.filter(isNeeded), others: shown.filter((key) => !isNeeded(key)) }
}

/** The initial values of a new record: the typed text becomes its title, where that is a text that users set. */
function beginningOf(resource: AnyResource, title: string): Values {
  const start = startOf(resource, null)
  const field = resource.fields[resource.title]
  return field &&
    'max' in field &&
    typeof (start[resource.title] ?? '') === 'string' &&
    Object.hasOwn(start, resource.title)
    ? { ...start, [resource.title]: 'case' in field && field.case === 'upper' ? title.toUpperCase() : title }
    : start
}

function RecordDialog({ of: resource, title, onCreated, onClose }: CreationProps) {
  const creation = useCreation(resource, title, onCreated)
  const { draft, problems, isBusy, isWhole, showOthers, submit, takeFocus } = creation
  const { needed, others } = partsOf(resource, draft)
  const one = inSentence(t(resource.label[0]))
  const close = async () => {
    if (!creation.isDirty || (await mayDiscard())) onClose()
  }
  const drawn = new Set(isWhole ? [...needed, ...others] : needed)
  const elsewhere = Object.entries(problems).filter(([path]) => !drawn.has(path.split('.')[0] ?? ''))
  const inputs = (keys: readonly string[]) =>
    keys.map((key) => <Input key={key} of={resource} name={key} creation={creation} />)
  return (
    <Dialog title={t('New {one}', { one })} onClose={() => void close()} size={640}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event: KeyboardEvent<HTMLFormElement>) => {
          event.stopPropagation()
          if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key.toLowerCase() !== 's')) return
          event.preventDefault()
          void submit()
        }}
      >
        {elsewhere.map(([path, message]) => (
          <p key={path} role="alert" className={classes['problem']}>
            {labelled(resource, path, message)}
          </p>
        ))}
        <div ref={takeFocus} className={classes['fields']}>
          {inputs(needed)}
        </div>
        {isWhole && <div className={classes['fields']}>{inputs(others)}</div>}
        <div className={classes['buttons']}>
          {!isWhole && others.length > 0 && (
            <Button variant="subtle" color="gray" className={classes['toStart'] ?? ''} onClick={showOthers}>
              {t('{n, plural, one {# more field} other {# more fields}}', { n: others.length })}
            </Button>
          )}
          <Button variant="default" onClick={() => void close()} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} title={t('Ctrl+Enter')}>
            {t('Create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Of a field that the dialog doesn't show, the sentence alone would not say which one it is. */
function labelled({ fields }: AnyResource, path: string, value: string): string {
  const [key = ''] = path.split('.')
  const field = fields[key]
  return field ? t('{label}: {value}', { label: labelOf(key, field), value }) : value
}

async function mayDiscard(): Promise<boolean> {
  const { action } = await confirmBox(
    t('Your input here will be lost. The form behind isn’t affected.'),
    t('Leave without creating?'),
    { type: 'warning', confirmText: t('Leave'), cancelText: t('Stay') },
  )
  return action === 'confirm'
}

/** The values of the new record, and what the server says of them. */
function useCreation(resource: AnyResource, title: string, onCreated: CreationProps['onCreated']) {
  // Fields of the form below can have the same names, and ids are derived from names.
  const prefix = useId().replaceAll(/\W/g, '')
  const save = useSave(resource)
  const [start] = useState(() => beginningOf(resource, title))
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const [isWhole, setWhole] = useState(false)
  const { needed, others } = partsOf(resource, draft)
  // The title is there already; the focus goes to the first thing that is missing.
  const [first] = useState(
    () => needed.find((key) => start[key] === null || start[key] === '') ?? needed[0] ?? others[0],
  )
  // Called once the fields are on the page, which is later than the dialog is asked for.
  const takeFocus = useCallback(
    (fields: HTMLElement | null) => {
      const input = fields?.querySelector<HTMLElement>(`#field-${prefix}-${first ?? ''}`)
      // The dialog gives the focus to whatever is marked so, a moment after it has opened.
      input?.setAttribute('data-autofocus', '')
      input?.focus()
    },
    [prefix, first],
  )
  const focus = (key: string | undefined) =>
    requestAnimationFrame(
      () => key !== undefined && document.getElementById(`field-${prefix}-${key.replaceAll('.', '-')}`)?.focus(),
    )

  function refuse(found: Problems): void {
    setProblems(found)
    const [first = ''] = Object.keys(found)
    const key = first.split('.')[0] ?? ''
    if (Object.keys(found).some((path) => others.includes(path.split('.')[0] ?? ''))) setWhole(true)
    focus(resource.fields[key] ? first : undefined)
  }

  async function submit(): Promise<void> {
    if (save.isPending) return
    const found = validate(resource, draft, null)
    if (Object.keys(found).length > 0) return refuse(found)
    try {
      const record = (await save.mutateAsync({ current: null, draft })) as AnyRecord
      toast.success(t('{one} {title} created', { one: t(resource.label[0]), title: String(record[resource.title]) }))
      onCreated(record)
    } catch (failure) {
      if (!(failure instanceof FailedRequest) || failure.shown) return
      const { fields } = failure.body
      refuse(fields && Object.keys(fields).length > 0 ? fields : { '': failure.message })
    }
  }

  function showOthers(): void {
    setWhole(true)
    focus(others[0])
  }
  const isDirty = changedKeys(start, draft).length > 0
  const isBusy = save.isPending
  return { prefix, draft, setDraft, problems, setProblems, isDirty, isBusy, isWhole, showOthers, submit, takeFocus }
}

interface InputProps {
  of: AnyResource
  name: string
  creation: ReturnType<typeof useCreation>
}

function Input({ of: resource, name: key, creation }: InputProps) {
  const { prefix, draft, setDraft, problems, setProblems, isBusy } = creation
  const field = resource.fields[key] as AnyField
  const isOwn = (path: string) => path === key || path.startsWith(`${key}.`)
  const own = Object.entries(problems).filter(([path]) => isOwn(path))
  return (
    <div className={ask<[], boolean>(widths, field) ? classes['wide'] : undefined}>
      {inputOf(field, {
        name: `${prefix}.${key}`,
        value: draft[key],
        error: problems[key],
        errors: Object.fromEntries(own.map(([path, text]) => [`${prefix}.${path}`, text])),
        readOnly: isBusy,
        draft,
        record: null,
        setField: (other, value) => setDraft((before) => ({ ...before, [other]: value })),
        onChange: (value) => {
          setDraft((before) => ({ ...before, [key]: value }))
          setProblems((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isOwn(path))))
        },
      })}
    </div>
  )
}
