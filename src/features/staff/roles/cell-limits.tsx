import { IconAdjustmentsHorizontal, IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { limitWords } from '../../../core/access/limits.ts'
import { isLimited } from './permission-draft.ts'
import classes from './roles.module.css'

import type { CellLimitsProps } from './cell-limits-props.ts'

const LimitsDialog = lazy(async () => ({ default: (await import('./limits-dialog.tsx')).LimitsDialog }))

/** How far one permission reaches: a lock where it ends somewhere, and the way to say where. */
export function CellLimits({ title, action, object, limits, onChange, ...props }: CellLimitsProps) {
  const [isOpen, setOpen] = useState(false)
  const words = isLimited(limits) ? limitWords([limits], props.titleOf) : t('Without limit')
  const icon = isLimited(limits) ? (
    <IconLock size={15} aria-hidden />
  ) : (
    <IconAdjustmentsHorizontal size={15} aria-hidden />
  )
  if (!onChange) {
    return isLimited(limits) ? (
      <span className={classes['limit']} data-limited title={words}>
        {icon}
        <span className="visually-hidden">{words}</span>
      </span>
    ) : null
  }
  return (
    <>
      <button
        type="button"
        className={classes['limit']}
        data-limited={isLimited(limits)}
        aria-label={t('Limits of {title}', { title })}
        title={words}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {icon}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitsDialog
            {...props}
            title={title}
            action={action}
            object={object}
            limits={limits}
            onClose={() => setOpen(false)}
            onApply={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
