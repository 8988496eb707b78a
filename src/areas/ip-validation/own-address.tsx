import { useAnswer } from '../../kit/screens/client.web.ts'
import classes from './ip-screens.module.css'
import { readOwnAddress } from './ip-range-commands.ts'

const because = { range: 'in a range', trust: 'trusted for some days' } as const

/** Where the person is and what that means: whoever changes ranges must not have to look it up elsewhere. */
export function OwnAddress() {
  const { data } = useAnswer(readOwnAddress)
  if (!data) return null
  const { address, isOn, admittedBy } = data
  return (
    <span className={classes['own']}>
      {isOn ? 'On.' : 'Off: every address is let in.'} You come from <strong>{address}</strong>{isOn && admittedBy ? `, ${because[admittedBy]}` : ''}.
    </span>
  )
}
