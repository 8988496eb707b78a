import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { WorkerParameter } from './workers.endpoints.ts'
import classes from './workers.module.css'

interface OtherFaultsProps {
  readonly failure: unknown
  /** Those that the form has a field for. */
  readonly parameters: readonly WorkerParameter[]
}

/** What was refused of a call and is on no field. */
export function OtherFaults({ failure, parameters }: OtherFaultsProps) {
  if (!(failure instanceof FailedRequest) || failure.shown) return null
  const faults = Object.entries(failure.body.fields ?? { '': failure.message })
  const others = faults.flatMap(([name, fault]) => (parameters.some((one) => one.name === name) ? [] : [fault]))
  return (
    others.length > 0 && (
      <p role="alert" className={classes['error']}>
        {others.join(' ')}
      </p>
    )
  )
}
