import { IconChevronDown } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../../kit/language.ts'
import type { SignedIn } from '../../kit/session.web.ts'
import { late } from '../../ui/late.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import classes from './top-bar.module.css'

const AccountItems = late(async () => (await import('./account-items.tsx')).AccountItems)

/** Who is signed in; opens the way home and out, and how the console looks to them. */
export function AccountMenu({ session }: { session: SignedIn }) {
  const { target, wasOpened, ...state } = usePopOut(AccountItems, 'menu')
  return (
    <>
      <button type="button" className={classes['account']} aria-label={t('Account')} title={session.name} {...target}>
        {session.avatar
          ? <img className={classes['avatar']} src={session.avatar} alt="" referrerPolicy="no-referrer" />
          : <span className={classes['avatar']} aria-hidden>{initialsOf(session)}</span>}
        <IconChevronDown size={14} aria-hidden />
      </button>
      {wasOpened && <Suspense><AccountItems {...state} session={session} /></Suspense>}
    </>
  )
}

/** Up to two letters: of first and last name, else of the e-mail address. */
function initialsOf({ name, email }: SignedIn): string {
  const words = (name || email).split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...word ?? ''][0] ?? '').join('').toUpperCase()
}
