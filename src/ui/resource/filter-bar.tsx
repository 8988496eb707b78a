import { Button } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Suspense, useRef, useState } from 'react'
import { holdKeysForField } from '../held-keys.web.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import { filterShortcut, useShortcut } from '../shortcuts.web.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'

// What only a list that is filtered needs comes with its rows; a plain list is there without it.
const FilterChips = lazyScreen(async () => (await import('./filter-chips.tsx')).FilterChips)
const FieldPopOut = lazyScreen(async () => (await import('../field-picker.tsx')).FieldPopOut)

/** The fields that a user can filter by, in the order of the definition. */
function fieldsOf(resource: AnyResource, fixed: ReadonlySet<string>): { key: string; label: string }[] {
  const references = Object.entries(resource.fields)
    .filter(([, field]) => 'to' in field)
    .map(([key]) => key)
  return [...new Set([...resource.list.filters, ...references, 'createdAt', 'updatedAt'])].flatMap((key) => {
    const field = fieldOf(resource, key)
    return field && !fixed.has(key) ? [{ key, label: labelOf(key, field) }] : []
  })
}

interface FilterBarProps {
  of: AnyResource
  state: Pick<ListState, 'filter' | 'setCondition' | 'clearFilters'>
  fixed: ReadonlySet<string>
  /** Whether there is something to clear, where it is more than the chips say. */
  isNarrowed?: boolean
  /** Questions that are asked so often that each has a control of its own. */
  children?: ReactNode
}

/** The conditions a list is narrowed by, each a chip that can be changed or taken away, and a way to add one. */
export function FilterBar({ of: resource, state, fixed, isNarrowed, children }: FilterBarProps) {
  const [open, setOpen] = useState<string | null>(null)
  const { target, wasOpened, ...picking } = usePopOut(FieldPopOut)
  const hasBeenFiltered = useRef(false)
  const isFiltered = Object.keys(state.filter).length > 0
  // Stays when the last condition goes, to say so.
  hasBeenFiltered.current ||= isFiltered || open !== null
  // The focused element is about to go; the control the user wants next is beside it.
  const focusAdd = () => picking.button.current?.focus()
  useShortcut(filterShortcut, () => {
    holdKeysForField()
    picking.onChange(true)
  })
  const moveTo = (key: string | null) => {
    const isPending = open !== null && !Object.hasOwn(state.filter, open)
    setOpen(key)
    if (key === null && isPending) focusAdd()
  }
  return (
    <div
      className={classes['filters']}
      role="group"
      aria-label={t('Filters')}
      data-many={children !== undefined || undefined}
    >
      {children}
      {hasBeenFiltered.current && (
        <Suspense>
          <FilterChips
            resource={resource}
            filter={state.filter}
            open={open}
            onOpen={moveTo}
            onChange={(key, condition) => {
              setOpen(null)
              state.setCondition(key, condition)
              if (condition === null) focusAdd()
            }}
          />
        </Suspense>
      )}
      <Button
        {...target}
        variant="subtle"
        color="gray"
        leftSection={<IconFilterPlus size={15} aria-hidden />}
        className={classes['add'] ?? ''}
      >
        {t('Add filter')}
      </Button>
      {wasOpened && (
        <Suspense>
          <FieldPopOut
            {...picking}
            label={t('Add filter')}
            fields={fieldsOf(resource, fixed)}
            onPick={(key) => setTimeout(() => setOpen(key))}
          />
        </Suspense>
      )}
      {(isNarrowed ?? isFiltered) && (
        <Button
          variant="subtle"
          color="gray"
          className={classes['add'] ?? ''}
          onClick={() => {
            state.clearFilters()
            focusAdd()
          }}
        >
          {t('Clear all')}
        </Button>
      )}
    </div>
  )
}
