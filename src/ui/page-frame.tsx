import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inWords } from '../core/i18n/formats.ts'
import { t } from '../core/i18n/language.ts'
import { usePage } from './page-context.tsx'
import classes from './page-frame.module.css'

export interface PageFrameProps {
  /** Buttons at the end of the title row. */
  actions?: ReactNode
  /** The page's subject, beside the title: a code, a name, a state. */
  subtitle?: ReactNode
  /** For a page about one record: its kind and its name, which is then the page's h1. */
  record?: { readonly kind: string; readonly name: ReactNode } | undefined
  /** A heading of the page's own in place of the title row. It has the page's h1. */
  heading?: ReactNode
  children: ReactNode
}

/**
 * A page: `main` with the screen's name, and one h1, the record's name or else the route title. For users who can look
 * but not write it says so, and whom to ask.
 */
export function PageFrame({ actions, subtitle, record, heading, children }: PageFrameProps) {
  const { title, screen, write, mayWrite } = usePage()
  return (
    <main id="main" className={classes['page']} data-screen={screen} tabIndex={-1}>
      {heading ?? (
        <div className={classes['titleRow']}>
          <div className={classes['names']} data-record={record !== undefined}>
            {record && <p className={classes['kind']}>{record.kind}</p>}
            <h1 className={classes['title']}>{record ? record.name : title}</h1>
          </div>
          {subtitle !== undefined && <div className={classes['subtitle']}>{subtitle}</div>}
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </div>
      )}
      {write.length > 0 && !mayWrite && (
        <p className={classes['notice']}>
          <IconLock size={16} aria-hidden />
          <span>
            {t(
              'You can read this page but not change it: your role has no write permission on {write}. Someone who manages roles can grant it.',
              { write: write.map((object) => t(inWords(object)).toLowerCase()).join(t(' or ')) },
            )}
          </span>
        </p>
      )}
      {children}
    </main>
  )
}
