import { Button } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Fragment } from 'react'
import type { AnyField, KindTable } from '../../core/resource/fields.ts'
import { ask, isWritable, labelOf, refKey } from '../../core/resource/fields.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { searchDescription } from '../../core/resource/page.ts'
import { isMasked } from '../../core/resource/personal.ts'
import type { AnyResource, AnySection } from '../../core/resource/resource.ts'
import { AddField, RemoveField, useAddedFields } from './added-fields.tsx'
import type { AnyRecord } from './client.web.ts'
import { cellOf, isBlank } from './cells.tsx'
import classes from './form.module.css'
import type { InputProps } from './input-props.ts'
import { inputOf } from './inputs.tsx'
import { RecordLink } from './record-link.tsx'
import type { OwnInput } from './screen-parts.web.ts'
import { useScreenParts } from './screen-parts.web.ts'

interface SectionProps {
  section: AnySection
  resource: AnyResource
  draft: Readonly<Record<string, unknown>>
  record: AnyRecord | null
  /** Where inputs find the titles of references, when that is not the stored record. */
  titles?: Readonly<Record<string, unknown>> | null
  /** True where a field can only be read, or the reason for it, which is then shown. */
  isReadOnly?: ((key: string) => boolean | string) | undefined
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
  text: narrow,
  longText: wide,
  integer: narrow,
  decimal: narrow,
  percent: narrow,
  money: narrow,
  boolean: narrow,
  date: narrow,
  time: narrow,
  instant: narrow,
  select: narrow,
  choices: wide,
  words: wide,
  ref: narrow,
  refs: wide,
  rows: wide,
} satisfies KindTable<[], boolean>

/** A titled part of a form. Fields that are not to the point right now are left out, their values untouched. */
export function Section({
  section,
  resource,
  draft,
  record,
  titles = record,
  isReadOnly = () => false,
  problems,
  onChange,
  inputs,
}: SectionProps) {
  const keys = section.fields.flatMap((item) =>
    typeof item === 'string' ? [item] : item.when(draft) ? [item.field] : [],
  )
  const { SearchResult } = useScreenParts()
  // A calculated field has no value for a record that does not exist yet.
  const possible = keys.filter((key) => resource.fields[key] && (record !== null || isWritable(resource.fields[key])))
  const added = useAddedFields(section, resource, possible, draft, problems)
  const { shown } = added
  const isChangeable = (key: string) => isReadOnly(key) === false
  const adds = section.adds !== undefined && possible.some(isChangeable)
  if (shown.length === 0 && !adds) return null
  // A locked value that was refused, such as that of an earlier version, is shown with its error.
  const isFact = (key: string, field: AnyField) =>
    (!isWritable(field) && !inputs?.[key]) ||
    (record !== null && isMasked(field, draft[key])) ||
    (reasonOf(key) !== null && problems[key] === undefined) ||
    (record !== null && isReadOnly(key) === true && readsAsFact(field, inputs?.[key]))
  const reasonOf = (key: string) => (record && typeof isReadOnly(key) === 'string' ? String(isReadOnly(key)) : null)
  // Fields that are locked for one reason say it once, below the last of them.
  const says = (key: string) =>
    reasonOf(key) !== null && reasonOf(key) !== reasonOf(shown[shown.indexOf(key) + 1] ?? '')
  return (
    <section className={classes['section']} aria-label={t(section.title)}>
      <h2>{t(section.title)}</h2>
      {section.help && <p className={classes['help']}>{t(section.help)}</p>}
      <div className={classes['fields']}>
        {shown.map((key) => {
          const field = resource.fields[key]
          if (!field) return null
          // A fact of which there is nothing to say would only be in the way.
          if (isFact(key, field) && !isWritable(field) && isBlank(record?.[key])) return null
          if (isFact(key, field)) return record && factOf(key, field, record, says(key) ? reasonOf(key) : null)
          return (
            <div
              key={key}
              data-field={key}
              className={inputs?.[key] || ask<[], boolean>(widths, field) ? classes['wide'] : undefined}
            >
              {drawn(inputs?.[key], field, {
                name: key,
                value: draft[key],
                onChange: (value) => onChange(key, value),
                error: problems[key],
                errors: problems,
                readOnly: isReadOnly(key) !== false,
                draft,
                record: titles,
                setField: onChange,
              })}
              {adds && isChangeable(key) && <RemoveField {...{ name: key, field, onChange, added }} />}
              {resource.page && key === searchDescription && (
                <SearchResult of={resource} draft={draft} id={record?.id ?? null} />
              )}
            </div>
          )
        })}
      </div>
      {adds && (
        <AddField section={section} resource={resource} rest={added.rest.filter(isChangeable)} onAdd={added.add} />
      )}
    </section>
  )
}

function factOf(key: string, field: AnyField, record: AnyRecord, note: string | null): ReactNode {
  return (
    <Fact key={key} name={key} label={labelOf(key, field)} isWide={ask<[], boolean>(widths, field)} note={note}>
      {field.kind === 'ref' || field.kind === 'refs' ? (
        <References of={key} to={field.to} record={record} />
      ) : (
        cellOf(key, field, record)
      )}
    </Fact>
  )
}

const isReference = (value: unknown): value is { readonly id: number; readonly title: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value

/** The records that a field names, each a link to its page for those who can see it. */
function References({ of, to, record }: { of: string; to: string; record: AnyRecord }) {
  const named = [record[refKey(of)] ?? []].flat().filter(isReference)
  if (named.length === 0) return <span data-blank="true">–</span>
  return named.map(({ id, title }, n) => (
    <Fragment key={id}>
      {n > 0 && ', '}
      <RecordLink to={to} id={id}>
        {String(title ?? '') || `#${id}`}
      </RecordLink>
    </Fragment>
  ))
}

function drawn(Own: OwnInput | undefined, field: AnyField, props: InputProps): ReactNode {
  return Own ? <Own field={field} {...props} /> : inputOf(field, props)
}

/**
 * Texts of some length and inputs of an area's own show more than a cell does, so they stay as they are. What picks one
 * record shows no more than its name.
 */
function readsAsFact(field: AnyField, Own: OwnInput | undefined): boolean {
  return field.kind === 'ref' || (Own === undefined && field.kind !== 'longText' && field.kind !== 'rows')
}

/** A value that can only be read. */
export function Fact({
  name,
  label,
  isWide = false,
  note = null,
  children,
}: {
  name?: string
  label: string
  isWide?: boolean
  /** Why it can only be read. */
  note?: string | null
  children: ReactNode
}) {
  return (
    <dl className={classes['fact']} data-wide={isWide} data-field={name}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note !== null && <dd className={classes['help']}>{note}</dd>}
    </dl>
  )
}

/** Everything that has to change before the record can be saved, each a link to its field. */
export function ErrorSummary({
  problems,
  resource,
  ref,
}: {
  problems: Readonly<Record<string, string>>
  resource: AnyResource
  ref: Ref<HTMLDivElement>
}) {
  const entries = Object.entries(problems)
  if (entries.length === 0) return null
  return (
    <div className={classes['summary']} role="alert" tabIndex={-1} ref={ref}>
      <h2>{t('{n, plural, one {Fix # error} other {Fix # errors}}', { n: entries.length })}</h2>
      <ul>
        {entries.map(([path, message]) => (
          <li key={path}>
            {path === '' || !resource.fields[path.split('.')[0] ?? ''] ? (
              message
            ) : (
              <a
                href={`#field-${path.replaceAll('.', '-')}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`field-${path.replaceAll('.', '-')}`)?.focus()
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SaveBarProps {
  /** The id of the form that it saves. */
  form: string
  changed: readonly string[]
  isNew: boolean
  /** What saving a new record does, in a verb. */
  create?: string | undefined
  isSaving: boolean
  onReset: () => void
}

/** Always in view: what would be saved, and the button that does it. */
export function SaveBar({ form, changed, isNew, create = t('Create'), isSaving, onReset }: SaveBarProps) {
  const some =
    changed.length > 3 ? listOf([...changed.slice(0, 3), t('{n} more', { n: changed.length - 3 })]) : changed.join(', ')
  return (
    <div className={classes['savebar']} data-save-bar="">
      <p data-unsaved={changed.length > 0}>
        {changed.length === 0 ? (isNew ? '' : t('No unsaved changes')) : t('Unsaved: {some}', { some })}
      </p>
      {changed.length > 0 && (
        <Button variant="default" onClick={onReset} disabled={isSaving}>
          {t('Discard')}
        </Button>
      )}
      <Button type="submit" form={form} loading={isSaving} disabled={!isNew && changed.length === 0} title="Ctrl+S">
        {isNew ? create : t('Save')}
      </Button>
    </div>
  )
}
