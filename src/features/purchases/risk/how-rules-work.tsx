import { t } from '../../../core/i18n/language.ts'
import { reviewFrom } from './risk-rules.ts'
import classes from './risk.module.css'

/** What the rules do, said on their list and on the form of each. */
export function HowRulesWork() {
  return (
    <p className={classes['how']}>
      {t(
        'When an order is paid, the points of all enabled rules that apply are added up to its risk score. From {reviewFrom} of 100 it is held for review. Changes apply to orders paid from now on; the scores of existing orders stay.',
        { reviewFrom },
      )}
    </p>
  )
}
