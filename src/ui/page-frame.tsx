import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../kit/language.ts'
import { usePage } from './page-context.tsx'
import classes from './page-frame.module.css'

export interface PageFrameProps {
  /** Buttons at the end of the title row. */
  actions?: ReactNode
  /** What the page is about, beside the title: a code, a name, a state. */
  subtitle?: ReactNode
  children: ReactNode
}

/**
 * A page: `main` with the screen's name, and one h1 equal to the route title. Where the person may look but not write
 * it says so, and whom to ask.
 */
export function PageFrame({ actions, subtitle, children }: PageFrameProps) {
  const { title, screen, write, mayWrite } = usePage()
  return (
    <main id="main" className={classes['page']} data-screen={screen} tabIndex={-1}>
      <div className={classes['titleRow']}>
        <h1 className={classes['title']}>{title}</h1>
        {subtitle !== undefined && <div className={classes['subtitle']}>{subtitle}</div>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {write.length > 0 && !mayWrite && (
        <p className={classes['notice']}>
          <IconLock size={16} aria-hidden />
          <span>
            {t('You can read this page but not change it: your role has no write permission on {write}. Someone who manages roles can grant it.', { write: write.join(' or ') })}
          </span>
        </p>
      )}
      {children}
    </main>
  )
}
