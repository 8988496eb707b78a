import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { leaveView } from '../../core/browser/view-as.web.ts'
import classes from './view-banner.module.css'
import { rich } from '../../ui/rich.tsx'
import { roleTitle } from '../../platform/auth/role-labels.ts'

/** Says that the console is viewed as a role has it, on every page, with the way back to oneself. */
export function ViewBanner({ role }: { role: string }) {
  return (
    <section className={classes['banner']} aria-label={t('View as role')}>
      <IconEye size={16} aria-hidden />
      <p>
        {rich('You are viewing the console as {role}. Nothing can be changed.', {
          role: <strong>{roleTitle(role)}</strong>,
        })}
      </p>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => leaveView(`/roles/update/${encodeURIComponent(role)}`)}
      >
        {t('Leave view')}
      </Button>
    </section>
  )
}
