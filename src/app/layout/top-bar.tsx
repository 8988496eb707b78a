import { IconMenu2 } from '@tabler/icons-react'
import { ActionIcon } from '@mantine/core'
import { AccessButton } from '../../features/staff/people/access-button.tsx'
import { t } from '../../core/i18n/language.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { Bell } from '../../platform/inbox/bell.tsx'
import type { Crumb } from '../navigation/breadcrumbs.web.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './top-bar.module.css'
import type { Sidebar } from './use-sidebar.web.ts'

export interface TopBarProps {
  crumbs: readonly Crumb[]
  session: SignedIn
  sidebar: Sidebar
}

export function TopBar({ crumbs, session, sidebar }: TopBarProps) {
  return (
    <header className={classes['bar']}>
      <ActionIcon
        aria-label={t('Toggle sidebar')}
        aria-expanded={sidebar.isOpen}
        aria-controls="sidebar"
        onClick={sidebar.toggle}
      >
        <IconMenu2 size={18} aria-hidden />
      </ActionIcon>
      <Breadcrumb crumbs={crumbs} />
      <div className={classes['end']}>
        <PaletteButton />
        <Bell />
        <AccessButton />
        <AccountMenu session={session} />
      </div>
    </header>
  )
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('Breadcrumb')} className={classes['breadcrumb']}>
      <ol>
        {crumbs.map(({ title, href }, index) => (
          <li key={`${index} ${title}`}>
            {href === null ? (
              <span {...(index === crumbs.length - 1 ? { 'aria-current': 'page' } : {})}>{title}</span>
            ) : (
              <a href={href}>{title}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
