import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import type { Telling } from '../../core/list/condition-labels.ts'
import { conditionWords, filterSentence } from '../../core/list/condition-labels.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { Condition, Filter } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { useBusinessZone } from './business-zone.web.ts'
import classes from './list.module.css'
import { useReferenceTitles } from './reference-titles.web.ts'

// The inputs weigh more than the rest of a list, so they load when the user wants to filter.
const FilterEditor = lazy(async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor }))

/** The one value that the filter leaves a field, if it does. */
function onlyValue(condition: Condition | undefined): unknown {
  const is = typeof condition === 'object' && !Array.isArray(condition) ? (condition as { is?: unknown }).is : condition
  return Array.isArray(is) ? (is.length === 1 ? (is[0] as unknown) : undefined) : is
}

function currencyIn(filter: Filter, field: AnyField): string | null {
  const currency = 'currency' in field ? onlyValue(filter[field.currency]) : undefined
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : null
}

interface ChipsProps {
  resource: AnyResource
  filter: Filter
  /** The field whose editor is open, which need not be in the filter yet. */
  open: string | null
  onOpen: (key: string | null) => void
  onChange: (key: string, condition: Condition | null) => void
}

/** The conditions of a filter, each a chip that can be changed or taken away, and all of them as a sentence. */
export function FilterChips({ resource, filter, open, onOpen, onChange }: ChipsProps) {
  const zone = useBusinessZone()
  const { titleOf, areKnown } = useReferenceTitles(resource, filter)
  const telling: Telling = { titleOf, zone, currencyOf: (field) => currencyIn(filter, field) }
  const keys = Object.keys(filter)
  return (
    <>
      <Sentence text={areKnown ? filterSentence(resource, filter, telling) : null} />
      {[...keys, ...(open !== null && !keys.includes(open) ? [open] : [])].map((key) => (
        <FilterChip
          key={key}
          name={key}
          resource={resource}
          condition={filter[key] ?? null}
          telling={telling}
          isOpen={open === key}
          onOpen={(isOpen) => onOpen(isOpen ? key : null)}
          onChange={(condition) => onChange(key, condition)}
        />
      ))}
    </>
  )
}

/** What the list shows, for screen readers: announced once for each change, when every name in it is known. */
function Sentence({ text }: { text: string | null }) {
  const last = useRef('')
  if (text !== null) last.current = text
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true" data-filter-sentence="">
      {last.current}
    </p>
  )
}

interface ChipProps {
  name: string
  resource: AnyResource
  condition: Condition | null
  telling: Telling
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (condition: Condition | null) => void
}

function FilterChip({ name, resource, condition, telling, isOpen, onOpen, onChange }: ChipProps) {
  const chip = useRef<HTMLButtonElement>(null)
  const field = fieldOf(resource, name)
  if (!field) return null
  const words = condition === null ? labelOf(name, field) : conditionWords(name, field, condition, telling)
  const apply = (next: Condition | null) => {
    // One that was only being added has nothing that the focus could go back to.
    chip.current?.focus()
    onChange(next)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      trapFocus
      withinPortal
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes['chip']}>
          <button
            ref={chip}
            type="button"
            className={classes['chipText']}
            onClick={() => onOpen(!isOpen)}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
          >
            {words}
          </button>
          {condition !== null && (
            <button
              type="button"
              className={classes['chipRemove']}
              aria-label={t('Remove filter {words}', { words })}
              onClick={() => onChange(null)}
            >
              <IconX size={13} aria-hidden />
            </button>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('Filter {name}', { name: labelOf(name, field) })}>
        <Suspense
          fallback={
            <span role="status" tabIndex={-1} data-autofocus="">
              {t('Loading…')}
            </span>
          }
        >
          <FilterEditor
            name={name}
            field={field}
            condition={condition}
            telling={telling}
            onChange={apply}
            onClose={() => onOpen(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
