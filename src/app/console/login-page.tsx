import { Button, useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { language, languageNames, t } from '../../core/i18n/language.ts'
import { isRecord } from '../../core/browser/request-errors.web.ts'
import { Logo } from '../../ui/logo.tsx'
import { rich } from '../../ui/rich.tsx'
import { GoogleButton } from './google-button.tsx'
import classes from './login-page.module.css'
import { productName } from '../settings/settings.web.ts'
import { roleTitle } from '../../platform/auth/role-labels.ts'

interface DemoPerson {
  readonly email: string
  readonly name: string
  readonly role: string
}

export interface LoginPageProps {
  /** Null in demo mode, where a local issuer replaces Google. */
  clientId: string | null
  /** Where to go afterwards; checked already. */
  redirect: string
}

type DemoPeople = { kind: 'asking' } | { kind: 'known'; people: readonly DemoPerson[] } | { kind: 'none' }

export function LoginPage({ clientId, redirect }: LoginPageProps) {
  const isDark = useComputedColorScheme('light') === 'dark'
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const [hasGoogleFailed, setGoogleFailed] = useState(false)
  const demo = useDemoPeople(clientId === null)

  async function signIn(as: string, getGoogleToken: () => Promise<string>): Promise<void> {
    setBusyWith(as)
    try {
      const googleToken = await getGoogleToken()
      await http.request('POST', '/user/login', { body: { googleToken } })
      // The server has set the cookies; the console begins as a new document.
      window.location.replace(redirect)
    } catch {
      // The client has said what went wrong.
      setBusyWith(null)
    }
  }

  return (
    <div className={classes['page']}>
      <main className={classes['card']} data-screen="login">
        <div className={classes['stub']}>
          <Logo size={60} />
          <span className={classes['door']} aria-hidden>
            {t('Stage door')}
          </span>
        </div>
        <div className={classes['body']}>
          <h1 className={classes['title']}>{t('Sign in')}</h1>
          <p className={classes['lead']}>
            {t('{product} Admin, the back office for staff.', { product: productName() })}
          </p>
          {clientId !== null && !hasGoogleFailed && (
            <GoogleButton
              clientId={clientId}
              isDark={isDark}
              onToken={(googleToken) => void signIn('Google', () => Promise.resolve(googleToken))}
              onFailure={() => setGoogleFailed(true)}
            />
          )}
          {hasGoogleFailed && <GoogleFailure />}
          <DemoSignIn
            demo={demo}
            busyWith={busyWith}
            onChoose={(email) => void signIn(email, () => demoToken(email))}
          />
          <LanguageChoice />
        </div>
      </main>
    </div>
  )
}

function GoogleFailure() {
  return (
    <p role="alert" className={classes['problem']}>
      {t('Google sign-in didn’t load. Allow accounts.google.com, then reload the page.')}
    </p>
  )
}

interface DemoSignInProps {
  demo: ReturnType<typeof useDemoPeople>
  /** The person who is being signed in. */
  busyWith: string | null
  onChoose: (email: string) => void
}

/** The people of the demo, or that neither they nor Google can sign in here. */
function DemoSignIn({ demo, busyWith, onChoose }: DemoSignInProps) {
  if (demo.kind === 'off') return null
  if (demo.kind === 'asking')
    return (
      <p className={classes['lead']} role="status">
        {t('Checking who can sign in…')}
      </p>
    )
  if (demo.kind === 'none')
    return (
      <p role="alert" className={classes['problem']}>
        {rich(
          'Sign-in is not set up: the server has no Google client id, and demo mode is off. Ask your administrator to set {code}.',
          { code: <code>GOOGLE_CLIENT_ID</code> },
        )}
      </p>
    )
  return (
    <>
      <p className={classes['hint']}>{t('Demo mode: choose who to be. No password is needed.')}</p>
      <ul className={classes['people']}>
        {demo.people.map((person) => (
          <li key={person.email}>
            <Button
              variant="default"
              fullWidth
              className={classes['person'] ?? ''}
              loading={busyWith === person.email}
              disabled={busyWith !== null && busyWith !== person.email}
              onClick={() => onChoose(person.email)}
            >
              <span className={classes['name']}>{person.name}</span>
              <span className={classes['role']}>{roleTitle(person.role)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Before sign-in only the browser remembers the choice; at sign-in the user's own choice replaces it. */
function LanguageChoice() {
  function choose(tag: string): void {
    document.cookie = `language=${tag}; path=/; max-age=31536000; SameSite=Strict`
    window.location.reload()
  }
  return (
    <div className={classes['languages']} role="group" aria-label={t('Language')}>
      {Object.entries(languageNames).map(([tag, name]) => (
        <button key={tag} type="button" lang={tag} aria-pressed={tag === language()} onClick={() => choose(tag)}>
          {name}
        </button>
      ))}
    </div>
  )
}

function useDemoPeople(isAsked: boolean): DemoPeople | { kind: 'off' } {
  const [demo, setDemo] = useState<DemoPeople>({ kind: 'asking' })
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    void http.request('GET', '/demo/people', { signal: stop.signal, quiet: [404], parse: parsePeople }).then(
      ({ data }) => setDemo(data.length > 0 ? { kind: 'known', people: data } : { kind: 'none' }),
      () => {
        if (!stop.signal.aborted) setDemo({ kind: 'none' })
      },
    )
    return () => stop.abort()
  }, [isAsked])
  return isAsked ? demo : { kind: 'off' }
}

async function demoToken(email: string): Promise<string> {
  const { data } = await http.request('POST', '/demo/token', { body: { email } })
  const token = isRecord(data) ? data['googleToken'] : null
  if (typeof token !== 'string') throw new Error('The demo issuer gave no token')
  return token
}

function parsePeople(body: unknown): DemoPerson[] {
  return (Array.isArray(body) ? body : []).flatMap((item: unknown) => {
    if (!isRecord(item)) return []
    const { email, name, role } = item
    return typeof email === 'string' && typeof name === 'string' && typeof role === 'string'
      ? [{ email, name, role }]
      : []
  })
}
