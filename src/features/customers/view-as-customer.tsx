import { Button, Textarea } from '@mantine/core'
import { IconUserScan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { reasonProblem } from '../../ui/resource/reveal-button.tsx'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { makeCustomerSignIn } from './customer.endpoints.ts'
import classes from './customers.module.css'
import { CommandButton } from '../../ui/resource/command.tsx'

interface SignInLink {
  readonly url: string
  readonly expiresAt: string
}

/**
 * Lets a staff member see an account as its customer does. Hidden without permission, and for accounts that cannot be
 * viewed, so the console never makes a call that would be refused.
 */
export function ViewAsCustomer({ record }: { record: AnyRecord }) {
  const may = useMay()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const isOffered =
    may('impersonate', 'users') &&
    may('write', 'users') &&
    session !== null &&
    seesPersonalData(session.grants, 'users') &&
    !record['isStaff'] &&
    record['status'] !== 'anonymised'
  if (!isOffered) return null
  return (
    <>
      <CommandButton label={t('View as customer')} icon={IconUserScan} opensDialog run={() => setOpen(true)} />
      {isOpen && <ViewDialog record={record} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewDialog({ record, onClose }: { record: AnyRecord; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const make = useMutation({
    mutationFn: async () =>
      (
        await http.request('GET', pathOf(makeCustomerSignIn, { id: record.id }), {
          params: { reason },
          quiet: [409, 422, 429],
        })
      ).data as SignInLink,
    onError(failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['reason'] ?? failure.message)
    },
  })

  function submit(): void {
    const found = reasonProblem(reason)
    setProblem(found)
    if (found === undefined) make.mutate()
  }

  if (make.data) return <LinkDialog link={make.data} name={String(record['name'])} onClose={onClose} />
  return (
    <Dialog title={t('View as customer')} onClose={onClose} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>
          {t('You will see the account of {value} as they see it, for up to 15 minutes. You can change nothing.', {
            value: String(record['name']),
          })}
        </p>
        <Textarea
          label={t('Reason')}
          description={t('Kept in the audit with your name')}
          withAsterisk
          aria-required
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={problem}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={make.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('Make link')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The link, for as long as it works. Opened by the person's own click, which no browser blocks as a pop-up. */
function LinkDialog({ link, name, onClose }: { link: SignInLink; name: string; onClose: () => void }) {
  const seconds = useSecondsUntil(link.expiresAt)
  return (
    <Dialog title={t('Open the account')} onClose={onClose} size={480}>
      <div className={classes['dialog']}>
        {seconds > 0 ? (
          <p>{t('The link to the account of {name} works once, within a minute.', { name })}</p>
        ) : (
          <p role="alert">{t('The minute is over and the link does not work any more. Ask for a new one.')}</p>
        )}
        <div className={classes['buttons']}>
          {seconds > 0 && (
            <span className={classes['clock']} role="timer">
              {t('{seconds} s left', { seconds })}
            </span>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          {seconds > 0 && (
            <Button
              component="a"
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              data-autofocus
              onClick={() => setTimeout(onClose)}
            >
              {t('Open in a new tab')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Counts down to a moment; 0 when it is over. */
function useSecondsUntil(moment: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), 1_000)
    return () => clearInterval(timer)
  })
  return seconds
}
