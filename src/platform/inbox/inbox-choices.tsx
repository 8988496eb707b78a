import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { msg, t } from '../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { Failure } from '../../ui/resource/states.tsx'
import classes from './bell.module.css'
import type { EmailTime, InboxChoice } from './inbox.ts'
import { chooseNotices, emailTimes, readChoices } from './inbox.ts'

const emailLabels: Readonly<Record<EmailTime, string>> = {
  never: msg('No email'),
  now: msg('Email immediately'),
  daily: msg('Daily email'),
}

/** Where each kind of news reaches one. Saves as it is changed. */
export function InboxChoices() {
  const queries = useQueryClient()
  const { data, error, refetch } = useAnswer(readChoices)
  const choose = useCommand(chooseNotices)
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Notifications')} />
  if (!data) return <p className={classes['quiet']}>{t('Loading…')}</p>
  const change = async (choice: InboxChoice, next: Partial<InboxChoice>) => {
    const { kind, isShown, email } = { ...choice, ...next }
    const answer = await choose.mutateAsync({ input: { kind, isShown, email } })
    queries.setQueryData([readChoices.path, {}], answer)
  }
  return (
    <div className={classes['body']}>
      <p className={classes['quiet']}>
        {t('Choose what appears in your inbox, and what we also email you. Saves as you change it.')}
      </p>
      <ul className={classes['choices']} aria-label={t('Notifications')}>
        {data.map((choice) => (
          <li key={choice.kind}>
            <Checkbox
              label={t(choice.label)}
              checked={choice.isShown}
              onChange={({ currentTarget: { checked } }) => void change(choice, { isShown: checked })}
            />
            <NativeSelect
              className={classes['email'] ?? ''}
              aria-label={t('Email for: {label}', { label: choice.label })}
              value={choice.email}
              data={emailTimes.map((value) => ({ value, label: t(emailLabels[value]) }))}
              onChange={({ currentTarget: { value } }) => {
                const email = emailTimes.find((one) => one === value)
                if (email) void change(choice, { email })
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
