import { Suspense } from 'react'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import type { GridFilter } from './grid-column.web.ts'
import { GridIcon } from './grid-icons.tsx'
import type { GridTexts } from './grid-settings.tsx'
import classes from './grid-header.module.css'

const FilterPanel = lazyScreen(async () => (await import('./filter-panel.tsx')).FilterPanel)

interface FilterButtonProps {
  readonly header: string
  readonly filter: GridFilter<never>
  readonly applied: readonly string[]
  readonly texts: GridTexts
  apply(values: readonly string[]): void
}

/** The button "Filter <column>" and its panel. Only an applied filter lights it up, never a draft. */
export function FilterButton({ header, filter, applied, texts, apply }: FilterButtonProps) {
  const { target, wasOpened, ...state } = usePopOut(FilterPanel)
  const label = texts.filter(header)
  return (
    <>
      <button
        type="button"
        className={classes.filter}
        aria-label={label}
        data-on={applied.length > 0 ? '' : undefined}
        {...target}
      >
        <GridIcon name="filter" />
        {/* Drawn, not written: the button is called by its filter alone. */}
        {applied.length > 0 && <span className={classes.count} data-count={applied.length} aria-hidden="true" />}
      </button>
      {wasOpened && (
        <Suspense>
          <FilterPanel {...state} {...{ header, label, filter, applied, texts, apply }} />
        </Suspense>
      )}
    </>
  )
}
