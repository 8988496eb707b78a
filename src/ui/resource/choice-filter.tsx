import { Button } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import { usePopOut } from '../pop-out.web.ts'
import classes from './list.module.css'

const FieldPopOut = lazyScreen(async () => (await import('../field-picker.tsx')).FieldPopOut)

interface ChoiceFilterProps {
  /** What it narrows by: `Role`. */
  label: string
  /** The choice; null while it narrows nothing. */
  value: string | null
  options: readonly { readonly value: string; readonly label: string }[]
  /** The words of a choice that is not among the options. */
  otherwise?: string
  /** What the list shows while it narrows nothing, where that is not everything. */
  unless?: string
  onChange: (value: string | null) => void
}

/** One question of a list that is not made of a definition: a button with the answers, and a chip once one is chosen. */
export function ChoiceFilter({ label, value, options, otherwise, unless = label, onChange }: ChoiceFilterProps) {
  const { target, wasOpened, ...picking } = usePopOut(FieldPopOut, 'dialog', 'onApproach')
  const chosen = options.find((option) => option.value === value)?.label ?? otherwise ?? value
  const words = t('{label}: {value}', { label, value: chosen ?? '' })
  return (
    <>
      {value === null ? (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          className={classes['add'] ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {unless}
        </Button>
      ) : (
        <span className={classes['chip']}>
          <button {...target} type="button" className={classes['chipText']}>
            {words}
          </button>
          <button
            type="button"
            className={classes['chipRemove']}
            aria-label={t('Remove filter {words}', { words })}
            onClick={() => {
              onChange(null)
              // The chip goes, and the button that takes its place has what a person wants next.
              setTimeout(() => picking.button.current?.focus())
            }}
          >
            <IconX size={13} aria-hidden />
          </button>
        </span>
      )}
      {wasOpened && (
        <Suspense>
          <FieldPopOut
            {...picking}
            label={label}
            isAnswer
            fields={options.map((option) => ({ key: option.value, label: option.label }))}
            onPick={(key) => {
              onChange(key)
              setTimeout(() => picking.button.current?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}
