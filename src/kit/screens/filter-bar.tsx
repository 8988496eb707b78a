import { Button } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { late } from '../../ui/late.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import { filterShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { labelOf } from '../fields.ts'
import { t } from '../language.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'

// What only a list that is filtered needs comes with its rows; a plain list is there without it.
const FilterChips = late(async () => (await import('./filter-chips.tsx')).FilterChips)
const FieldPopOut = late(async () => (await import('../../ui/field-picker.tsx')).FieldPopOut)

/** The fields that a person may filter by, in the order of the definition. */
function fieldsOf(resource: AnyResource, fixed: ReadonlySet<string>): { key: string; label: string }[] {
  const references = Object.entries(resource.fields).filter(([, field]) => 'to' in field).map(([key]) => key)
  return [...new Set([...resource.list.filters, ...references, 'createdAt', 'updatedAt'])].flatMap((key) => {
    const field = fieldOf(resource, key)
    return field && !fixed.has(key) ? [{ key, label: labelOf(key, field) }] : []
  })
}

/** The conditions a list is narrowed by, each a chip that can be changed or taken away, and a way to add one. */
export function FilterBar({ of: resource, state, fixed }: { of: AnyResource; state: ListState; fixed: ReadonlySet<string> }) {
  const [open, setOpen] = useState<string | null>(null)
  const { target, wasOpened, ...picking } = usePopOut(FieldPopOut)
  const hasBeenFiltered = useRef(false)
  const isFiltered = Object.keys(state.filter).length > 0
  // Stays when the last condition goes, to say so.
  hasBeenFiltered.current ||= isFiltered || open !== null
  // What is focused is about to go; the next thing that anybody wants is beside it.
  const focusAdd = () => picking.button.current?.focus()
  useShortcut(filterShortcut, () => picking.onChange(true))
  const moveTo = (key: string | null) => {
    const isPending = open !== null && !Object.hasOwn(state.filter, open)
    setOpen(key)
    if (key === null && isPending) focusAdd()
  }
  return (
    <div className={classes['filters']} role="group" aria-label={t('Filters')}>
      {hasBeenFiltered.current && (
        <Suspense>
          <FilterChips resource={resource} filter={state.filter} open={open} onOpen={moveTo} onChange={(key, condition) => {
            setOpen(null)
            state.setCondition(key, condition)
            if (condition === null) focusAdd()
          }} />
        </Suspense>
      )}
      <Button {...target} variant="subtle" color="gray" leftSection={<IconFilterPlus size={15} aria-hidden />} className={classes['add'] ?? ''}>{t('Add filter')}</Button>
      {wasOpened && (
        <Suspense><FieldPopOut {...picking} label={t('Add filter')} fields={fieldsOf(resource, fixed)} onPick={(key) => setTimeout(() => setOpen(key))} /></Suspense>
      )}
      {isFiltered && (
        <Button variant="subtle" color="gray" className={classes['add'] ?? ''} onClick={() => {
          state.clearFilters()
          focusAdd()
        }}>{t('Clear all')}</Button>
      )}
    </div>
  )
}
