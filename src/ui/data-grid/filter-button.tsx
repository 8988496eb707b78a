import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { useState } from 'react'
import { FilterPanel } from './filter-panel.tsx'
import type { GridFilter } from './grid-column.web.ts'
import { GridIcon } from './grid-icons.tsx'
import type { GridTexts } from './grid-settings.tsx'
import classes from './grid-header.module.css'

interface FilterButtonProps {
  readonly header: string
  readonly filter: GridFilter<never>
  readonly applied: readonly string[]
  readonly texts: GridTexts
  apply(values: readonly string[]): void
}

/** The button "Filter <column>" and its panel. Only an applied filter lights it up, never a draft. */
export function FilterButton({ header, filter, applied, texts, apply }: FilterButtonProps) {
  const [opened, setOpened] = useState(false)
  const label = texts.filter(header)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      offset={4}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.filter}
          aria-label={label}
          data-on={applied.length > 0 ? '' : undefined}
          onClick={() => setOpened(!opened)}
        >
          <GridIcon name="filter" />
          {applied.length > 0 && (
            <span className={classes.count} aria-hidden="true">
              {applied.length}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <FilterPanel
          label={header}
          filter={filter}
          applied={applied}
          texts={texts}
          apply={(values) => {
            setOpened(false)
            apply(values)
          }}
          close={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
