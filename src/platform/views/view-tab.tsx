import { IconBell } from '@tabler/icons-react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import classes from './views-control.module.css'

interface ViewTabProps {
  readonly name: string
  readonly count: { readonly count: number; readonly isMore: boolean } | undefined
  readonly isOn: boolean
  /** The count asks for attention. */
  readonly isAlarm?: boolean
  /** The person gets a notice of its new rows. */
  readonly isWatched?: boolean
  readonly onPick: () => void
}

/** A view of a list, with how many rows it has. */
export function ViewTab({ name, count, isOn, isAlarm = false, isWatched = false, onPick }: ViewTabProps) {
  return (
    <button type="button" role="tab" aria-selected={isOn} className={classes['tab']} onClick={onPick}>
      <span className={classes['tabName']}>{name}</span>
      {isWatched && <IconBell className={classes['watched']} role="img" aria-label={t('watched')} size={14} />}
      {count && <b data-alarm={isAlarm || undefined}>{`${formatNumber(count.count)}${count.isMore ? '+' : ''}`}</b>}
    </button>
  )
}
