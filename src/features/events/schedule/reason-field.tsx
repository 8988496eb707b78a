import { Textarea } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import classes from './schedule.module.css'

interface ReasonFieldProps {
  /** Purchases that are moved along. */
  purchases: number
  /** What happens to the purchases, if they are not moved along. */
  words?: string
  value: string
  error?: string | undefined
  onChange: (reason: string) => void
}

/** Shows how many purchases a move affects, and asks for the reason. Renders nothing if there are none. */
export function ReasonField({ purchases, words, value, error, onChange }: ReasonFieldProps) {
  if (purchases === 0) return null
  return (
    <>
      <p className={classes['warning']} role="note">
        {words ??
          t(
            '{n, plural, one {# purchase moves} other {# purchases move}} too. Each shows the old time and the reason.',
            { n: purchases },
          )}
      </p>
      <Textarea
        label={t('Reason')}
        description={t('For the audit and for those who answer the customers')}
        autosize
        minRows={2}
        maxRows={6}
        withAsterisk
        aria-required
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
