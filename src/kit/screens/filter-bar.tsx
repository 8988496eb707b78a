import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Button, Menu, Popover } from '@mantine/core'
import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { labelOf } from '../fields.ts'
import type { Condition } from '../list-query.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource.ts'
import { conditionWords } from './condition-words.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'

// The inputs weigh more than the rest of a list, so they come when somebody wants to filter.
const FilterEditor = lazy(async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor }))

/** The conditions a list is narrowed by, each a chip that can be changed or taken away, and a way to add one. */
export function FilterBar({ of: resource, state, fixed }: { of: AnyResource; state: ListState; fixed: ReadonlySet<string> }) {
  const [open, setOpen] = useState<string | null>(null)
  const keys = [...new Set([...resource.list.filters, 'createdAt'])].filter((key) => !fixed.has(key) && fieldOf(resource, key))
  const active = Object.entries(state.filter)
  const pending = open !== null && !(open in state.filter) ? [open] : []
  return (
    <div className={classes['filters']} role="group" aria-label="Filters">
      {[...active.map(([key]) => key), ...pending].map((key) => (
        <FilterChip
          key={key} name={key} resource={resource} condition={state.filter[key] ?? null} isOpen={open === key}
          onOpen={(isOpen) => setOpen(isOpen ? key : null)} onChange={(condition) => {
            setOpen(null)
            state.setCondition(key, condition)
          }}
        />
      ))}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconFilterPlus size={15} aria-hidden />}>Add filter</Button>
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          {keys.map((key) => {
            const field = fieldOf(resource, key)
            return field && <Menu.Item key={key} onClick={() => setTimeout(() => setOpen(key))}>{labelOf(key, field)}</Menu.Item>
          })}
        </Menu.Dropdown>
      </Menu>
      {active.length > 0 && <Button variant="subtle" color="gray" onClick={state.clearFilters}>Clear all</Button>}
    </div>
  )
}

interface ChipProps {
  name: string
  resource: AnyResource
  condition: Condition | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (condition: Condition | null) => void
}

function FilterChip({ name, resource, condition, isOpen, onOpen, onChange }: ChipProps) {
  const field = fieldOf(resource, name)
  if (!field) return null
  const words = condition === null ? labelOf(name, field) : conditionWords(name, field, condition)
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus withinPortal returnFocus withRoles={false}>
      <Popover.Target>
        <span className={classes['chip']}>
          <button type="button" className={classes['chipText']} onClick={() => onOpen(!isOpen)} aria-haspopup="dialog" aria-expanded={isOpen}>{words}</button>
          {condition !== null && (
            <button type="button" className={classes['chipRemove']} aria-label={`Remove filter ${words}`} onClick={() => onChange(null)}>
              <IconX size={13} aria-hidden />
            </button>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Filter ${labelOf(name, field)}`}>
        <Suspense fallback={<span role="status">Loading…</span>}>
          <FilterEditor name={name} field={field} condition={condition} onChange={onChange} onClose={() => onOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
