import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../../core/http/endpoint.ts'
import { http } from '../../../core/browser/http-client.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { unknownAddress } from '../../../core/unknown-address.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { MessagePage } from '../../../ui/message-page.tsx'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { TornTicket } from '../../../ui/torn-ticket.tsx'
import classes from './ip-screens.module.css'
import { CodeForm, SendButton } from './verification-code-form.tsx'
import type { VerificationStatus } from './verification.endpoints.ts'
import { askAdmins, enterCode, readVerification, sendCode } from './verification.endpoints.ts'

const statusKey = [readVerification.path]
/** How often the page checks the status while a person waits, in milliseconds. */
const lookEvery = 5_000

/** Where users land when their address is refused, to prove that it's theirs. Works without a session. */
export function IpValidationPage() {
  const { title } = usePage()
  const [query] = useRouteQuery()
  const wasRefused = query['unverifiedIP'] === 'true'
  const { data, error, refetch } = useQuery({
    queryKey: statusKey,
    queryFn: async ({ signal }) =>
      (await http.request('GET', readVerification.path, { signal, quiet: true })).data as VerificationStatus,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? lookEvery : false),
    staleTime: 0,
  })
  const signIn = (
    <Button component="a" href="/login">
      {wasRefused || data?.state !== 'none' ? t('Sign in again') : t('Sign in')}
    </Button>
  )
  return (
    <MessagePage
      title={title}
      screen="ip-validation"
      picture={<TornTicket />}
      actions={data?.state === 'pending' ? undefined : signIn}
    >
      {error && !data && (
        <div role="alert">
          <p>
            {t('Your address status couldn’t be loaded.')}{' '}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </p>
        </div>
      )}
      {!data && !error && <p role="status">{t('Checking your IP address…')}</p>}
      {data && <Standing status={data} wasRefused={wasRefused} />}
    </MessagePage>
  )
}

function Standing({ status, wasRefused }: { status: VerificationStatus; wasRefused: boolean }) {
  const days = t('{n, plural, one {a day} other {# days}}', { n: status.trustDays })
  const said: Record<VerificationStatus['state'], () => ReactNode> = {
    none: () =>
      wasRefused && status.address === unknownAddress ? (
        <p role="alert">
          <strong>{t('Your network address is unknown, so it can’t be checked.')}</strong>{' '}
          {t('Ask an admin to fix the X-Forwarded-For header of the proxy.')}
        </p>
      ) : wasRefused ? (
        <p>
          <strong>
            {t('You were signed out because this network address, {address}, has not been verified for your account.', {
              address: status.address,
            })}
          </strong>{' '}
          {t('Sign in again to verify it.')}
        </p>
      ) : (
        <p>
          {t(
            'The console only works from network addresses that were confirmed. Nothing has been refused in this browser: if you can sign in, {address} is fine.',
            { address: status.address },
          )}
        </p>
      ),
    elsewhere: () => (
      <p>
        {t('Your network has changed since: your IP is now {address}. Sign in again from here.', {
          address: status.address,
        })}
      </p>
    ),
    pending: () => <Proof status={status} />,
    verified: () => (
      <p role="status">
        <strong>{t('All done.')}</strong>{' '}
        {t('{address} is trusted for {days}, unless a break-glass code opened it for one. Sign in again to go on.', {
          address: status.address,
          days,
        })}
      </p>
    ),
    approved: () => (
      <p role="status">
        <strong>{t('An administrator has let you in.')}</strong> {t('Sign in again to continue.')}
      </p>
    ),
    denied: () => (
      <p role="alert">
        <strong>{t('An administrator has denied access from {address}.', { address: status.address })}</strong>{' '}
        {status.reason && <>{t('Their reason: {reason}', { reason: status.reason })} </>}
        {t('Change to a network that is allowed, or talk to them.')}
      </p>
    ),
  }
  return said[status.state]()
}

/** The code in the link of the email. It is in the fragment, which never leaves the browser. */
function codeOfLink(): string {
  return /^#code=([0-9]{6})$/.exec(window.location.hash)?.[1] ?? ''
}

function Proof({ status }: { status: VerificationStatus }) {
  const { call, isBusy, problem } = useVerificationCalls()
  const [code, setCode] = useState(codeOfLink)
  const [isTyping, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { address, email, hasCode, hasAsked, mail, nextCodeIn } = status
  const showsInput = hasCode || isTyping || code !== ''

  useLinkedCode((linked) => void call(enterCode, { code: linked }))

  async function send(): Promise<void> {
    setCode('')
    await call(sendCode, {})
    input.current?.focus()
  }

  return (
    <>
      <p>
        <strong>
          {t('You signed in as {email} from a new IP address, {address}.', {
            email: email ?? '',
            address,
          })}
        </strong>
      </p>
      <p>
        {mail === 'none'
          ? t('Ask an administrator to let you in. This page notices when they have.')
          : t('Verify it’s you. We’ll email you a code that works once, within ten minutes, in this browser.')}
      </p>
      {problem !== null && !showsInput && <p role="alert">{problem}</p>}
      {showsInput && (
        <CodeForm
          input={input}
          code={code}
          // The code of the command line has letters.
          inputMode={isTyping ? 'text' : 'numeric'}
          sentTo={hasCode ? (email ?? '') : null}
          problem={problem}
          isBusy={isBusy}
          onType={setCode}
          onSubmit={() => void call(enterCode, { code })}
        />
      )}
      <div className={classes['links']}>
        {mail !== 'none' && nextCodeIn !== null && (
          <SendButton
            codeEndsIn={status.codeEndsIn}
            nextCodeIn={nextCodeIn}
            isMain={!showsInput}
            isBusy={isBusy}
            onSend={() => void send()}
          />
        )}
        <Button variant="default" disabled={hasAsked || isBusy} onClick={() => void call(askAdmins, {})}>
          {hasAsked ? t('The administrators have been asked') : t('Ask an administrator')}
        </Button>
        {!showsInput && (
          <Button variant="default" onClick={() => setTyping(true)}>
            {t('I have a break-glass code')}
          </Button>
        )}
        {mail === 'demo-inbox' && (
          <Button variant="default" component="a" href="/demo-inbox" target="_blank">
            {t('Open the demo inbox')}
          </Button>
        )}
      </div>
      {hasAsked && (
        <p role="status" className={classes['own']}>
          {t('This page updates as soon as they decide.')}
        </p>
      )}
    </>
  )
}

/** Opening the link in the email is proof enough, and it's submitted only once. */
function useLinkedCode(submit: (code: string) => void): void {
  useEffect(() => {
    const linked = codeOfLink()
    if (linked === '') return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    submit(linked)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only with the page's first look
  }, [])
}

/** The calls of this page; their refusals are shown next to the input. */
function useVerificationCalls() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function call(endpoint: Pick<Endpoint, 'method' | 'path'>, body: object): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await http.request(endpoint.method, endpoint.path, { body, quiet: [409, 422, 429] })
      queries.setQueryData(statusKey, data as VerificationStatus)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['code'] ?? failure.message)
      await queries.invalidateQueries({ queryKey: statusKey })
    } finally {
      setBusy(false)
    }
  }

  return { call, isBusy, problem }
}
