import { IconAdjustmentsHorizontal, IconLock } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Grants, Limits } from '../../kit/access.ts'
import { t } from '../../kit/language.ts'
import { limitWords } from '../../kit/limits.ts'
import type { LimitName } from './limitable.ts'
import { isLimited } from './permission-draft.ts'
import classes from './roles.module.css'

const LimitsDialog = lazy(async () => ({ default: (await import('./limits-dialog.tsx')).LimitsDialog }))

export interface CellLimitsProps {
  action: string
  object: string
  /** What this permission can be limited to. */
  possible: readonly LimitName[]
  limits: Limits
  /** As the role has it; undefined while it has not. */
  stored: Limits | undefined
  /** Of the person who chooses: nobody gives more than they hold. */
  grants: Grants
  titleOf: (cityId: number) => string | undefined
  /** Null when there is nothing to change. */
  onChange: ((limits: Limits) => void) | null
}

/** How far one permission reaches: a lock where it ends somewhere, and the way to say where. */
export function CellLimits({ action, object, limits, onChange, ...props }: CellLimitsProps) {
  const [isOpen, setOpen] = useState(false)
  const words = isLimited(limits) ? limitWords([limits], props.titleOf) : t('Without limit')
  const icon = isLimited(limits) ? <IconLock size={15} aria-hidden /> : <IconAdjustmentsHorizontal size={15} aria-hidden />
  if (!onChange) {
    return isLimited(limits) ? <span className={classes['limit']} data-limited title={words}>{icon}<span className="visually-hidden">{words}</span></span> : null
  }
  return (
    <>
      <button
        type="button" className={classes['limit']} data-limited={isLimited(limits)} aria-label={t('Limits of {action} on {object}', { action, object })} title={words}
        aria-haspopup="dialog" onClick={() => setOpen(true)}
      >{icon}</button>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitsDialog {...props} action={action} object={object} limits={limits} onClose={() => setOpen(false)} onApply={(next) => {
            setOpen(false)
            onChange(next)
          }} />
        </Suspense>
      )}
    </>
  )
}
