import { msg, t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import classes from './ip-screens.module.css'
import { rich } from '../../../ui/rich.tsx'
import { readOwnAddress } from './ip-range-commands.ts'

const because = { range: msg('in a range'), trust: msg('trusted for some days') } as const

/** The user's address and what it means, so that they needn't look it up elsewhere to change ranges. */
export function OwnAddress() {
  const { data } = useAnswer(readOwnAddress)
  if (!data) return null
  const { address, isOn, admittedBy } = data
  return (
    <span className={classes['own']}>
      {isOn ? t('On.') : t('Off. Any IP can sign in.')}{' '}
      {isOn && admittedBy
        ? rich('Your IP: {address}, {because}.', {
            address: <strong>{address}</strong>,
            because: t(because[admittedBy]),
          })
        : rich('Your IP: {address}', { address: <strong>{address}</strong> })}
    </span>
  )
}
