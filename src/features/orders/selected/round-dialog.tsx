import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { useRound } from './round.web.ts'
import { useFocusAfter } from './round.web.ts'
import classes from './selected.module.css'

interface RoundButtonsProps extends Pick<ReturnType<typeof useRound>, 'isBusy' | 'isStopping' | 'stop'> {
  /** What the form's next press does. */
  readonly next: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** In place of the next press once nothing is left: a word to close with. */
  readonly over: string | null
  readonly onClose: () => void
}

/** The buttons of a form that goes through selected orders: stop while it does, go on, and leave. */
export function RoundButtons(props: RoundButtonsProps) {
  const { isBusy, isStopping, stop, next, isDanger = false, isDisabled = false, over, onClose } = props
  const focus = useFocusAfter(isBusy)
  if (isBusy)
    return (
      <div className={classes['buttons']}>
        <Button ref={focus.stop} type="button" variant="default" disabled={isStopping} onClick={stop}>
          {t('Stop')}
        </Button>
      </div>
    )
  return (
    <div className={classes['buttons']}>
      {over === null && (
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      )}
      <Button ref={focus.next} type="submit" disabled={isDisabled} {...(isDanger && over === null && { color: 'red' })}>
        {over ?? next}
      </Button>
    </div>
  )
}

interface TooManyProps {
  readonly title: string
  readonly problem: string
  /** What to do instead, with a way there. */
  readonly children?: ReactNode
  readonly way?: ReactNode
  readonly onClose: () => void
}

/** More orders are selected than one dialog goes through. */
export function TooMany({ title, problem, children, way, onClose }: TooManyProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={classes['form']}>
        <p className={classes['problem']} role="alert">
          {problem}
        </p>
        {children}
        <div className={classes['buttons']}>
          {way}
          <Button data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
