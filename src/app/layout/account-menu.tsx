import { IconChevronDown } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import classes from './top-bar.module.css'

const AccountItems = lazyScreen(async () => (await import('./account-items.tsx')).AccountItems)

/** Who is signed in; opens the way home and out, and how the console looks to them. */
export function AccountMenu({ session }: { session: SignedIn }) {
  const { target, wasOpened, ...state } = usePopOut(AccountItems, 'menu')
  return (
    <>
      <button
        type="button"
        className={classes['account']}
        aria-label={accountName(session)}
        title={session.name}
        {...target}
      >
        {session.avatar ? (
          <img className={classes['avatar']} src={session.avatar} alt="" referrerPolicy="no-referrer" />
        ) : (
          <span className={classes['avatar']} aria-hidden>
            {initialsOf(session)}
          </span>
        )}
        <IconChevronDown size={14} aria-hidden />
      </button>
      {wasOpened && (
        <Suspense>
          <AccountItems {...state} session={session} />
        </Suspense>
      )}
    </>
  )
}

/** Begins with what is written on the button, where something is. */
function accountName(session: SignedIn): string {
  const name = t('Account')
  return session.avatar ? name : `${initialsOf(session)} ${name}`
}

/** Up to two letters: of first and last name, else of the email address. */
function initialsOf({ name, email }: SignedIn): string {
  const words = (name || email).split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
