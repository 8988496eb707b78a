import { Button } from '@mantine/core'
import { IconUserScan } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSeesPersonalData } from '../../ui/resource/personal-data.web.ts'
import { makeCustomerSignIn } from './customer.endpoints.ts'
import { ReasonDialog } from './reason-dialog.tsx'
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
  const seesPersonalData = useSeesPersonalData('users')
  const [isOpen, setOpen] = useState(false)
  const isOffered =
    may('impersonate', 'users') &&
    may('write', 'users') &&
    seesPersonalData &&
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
  const make = useMutation({
    mutationFn: async (reason: string) =>
      (
        await http.request('GET', pathOf(makeCustomerSignIn, { id: record.id }), {
          params: { reason },
          quiet: [409, 422, 429],
        })
      ).data as SignInLink,
  })
  if (make.data) return <LinkDialog link={make.data} name={String(record['name'])} onClose={onClose} />
  return (
    <ReasonDialog
      title={t('View as customer')}
      description={t('Kept in the audit with your name')}
      does={t('Create link')}
      isBusy={make.isPending}
      run={make.mutateAsync}
      onClose={onClose}
    >
      <p>
        {t('You’ll see {value}’s account as they do, read-only, for up to 15 minutes.', {
          value: String(record['name']),
        })}
      </p>
    </ReasonDialog>
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
          <p role="alert">{t('The link expired after a minute. Create a new one.')}</p>
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
