import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { ComponentType, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource, AnySection } from '../../core/resource/resource.ts'
import type { AnyRecord } from './client.web.ts'
import { useRecord } from './client.web.ts'
import { Facts, filledKeys } from './facts.tsx'
import classes from './peek.module.css'
import type { Peek } from './peek.web.ts'
import { Failure, FormSkeleton } from './states.tsx'

export interface PeekPanelProps {
  readonly of: AnyResource
  readonly id: number
  readonly peek: Peek
  /** Address of the record's own page; null where the user cannot open it. */
  readonly href: string | null
  /** The area's preview of a record in place of its fields. */
  readonly body?: ComponentType<{ id: number }> | undefined
}

/** Keys that go on to another record while the focus is in the panel, whose arrow keys scroll; in the list the arrow keys do. */
const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** One record of a list beside it, to read: what the form would show, without leaving the list. */
export function PeekPanel({ of: resource, id, peek, href, body: Body }: PeekPanelProps) {
  const { data, error, refetch } = useRecord(resource, id)
  const panel = useRef<HTMLElement>(null)
  const record = data as AnyRecord | undefined
  const [one] = resource.label
  const title = record ? String(record[resource.title]) : `#${id}`

  const close = useClosing(id, peek, panel)
  return (
    <aside
      ref={panel}
      className={classes['panel']}
      aria-label={t('Peek at {one} {title}', { one, title })}
      data-closes-on-escape
      onKeyDown={(event) => {
        const step = steps[event.key]
        const to = step && !event.altKey && !event.ctrlKey && !event.metaKey ? peek.neighbour(step) : null
        if (to === null) return
        event.preventDefault()
        peek.show(to)
      }}
    >
      <Head {...{ one, title, href, peek }} onClose={() => close.current()} />
      <p className="visually-hidden" role="status">
        {record ? `${one} ${title}` : ''}
      </p>
      <div className={classes['body']} tabIndex={0} role="group" aria-label={`${one} ${title}`}>
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} what={one} />
        ) : !record ? (
          <FormSkeleton />
        ) : Body ? (
          <Body id={id} />
        ) : (
          sectionsOf(resource).map((section) => (
            <Part key={section.title} resource={resource} section={section} record={record} />
          ))
        )}
      </div>
    </aside>
  )
}

/** Closes the panel, by Escape too, unless something above it takes the key. */
function useClosing(id: number, peek: Peek, panel: RefObject<HTMLElement | null>): RefObject<() => void> {
  const close = useRef(() => {})
  useEffect(() => {
    close.current = () => {
      // A focus that would vanish with the panel goes back to the row it came from.
      if (panel.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)?.focus()
      peek.show(null)
    }
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (
        document.querySelector(
          '[aria-modal="true"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="dialog"]',
        )
      )
        return
      event.preventDefault()
      close.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return close
}

interface HeadProps {
  one: string
  title: string
  href: string | null
  peek: Peek
  onClose: () => void
}

function Head({ one, title, href, peek, onClose }: HeadProps) {
  return (
    <div className={classes['head']}>
      <p className={classes['kind']}>{one}</p>
      <div className={classes['moves']}>
        <Step
          label={t('Previous')}
          to={peek.neighbour(-1)}
          peek={peek}
          icon={<IconChevronUp size={16} aria-hidden />}
        />
        <Step label={t('Next')} to={peek.neighbour(1)} peek={peek} icon={<IconChevronDown size={16} aria-hidden />} />
        <ActionIcon variant="subtle" color="gray" aria-label={t('Close')} title={t('Close (Escape)')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={classes['title']}>{title}</h2>
      {href && (
        <Button component="a" href={href} size="xs" variant="default" title={t('Enter in the list')}>
          {t('Open record')}
        </Button>
      )}
    </div>
  )
}

function Step({ label, to, peek, icon }: { label: string; to: number | null; peek: Peek; icon: React.ReactNode }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={to === null}
      {...(to === null && { 'data-disabled': true })}
      onClick={() => {
        if (to !== null) peek.show(to)
      }}
    >
      {icon}
    </ActionIcon>
  )
}

/** The form's parts, or everything there is for what has no form. */
function sectionsOf(resource: AnyResource): readonly AnySection[] {
  const { form } = resource
  if (form)
    return [...(form.aside ?? []), ...form.main].sort(
      (a, b) => Number(b.fields.includes(resource.title)) - Number(a.fields.includes(resource.title)),
    )
  return [{ title: resource.label[0], fields: Object.keys(resource.fields) }]
}

/** One part of the form; nothing where none of its fields has a value. */
function Part({ resource, section, record }: { resource: AnyResource; section: AnySection; record: AnyRecord }) {
  const keys = section.fields.flatMap((item) =>
    typeof item === 'string' ? [item] : item.when(record) ? [item.field] : [],
  )
  if (filledKeys({ record, keys }).length === 0) return null
  return (
    <section aria-label={t(section.title)} className={classes['section']}>
      <h3>{t(section.title)}</h3>
      <Facts of={resource} record={record} keys={keys} />
    </section>
  )
}
