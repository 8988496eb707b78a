import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { leaveView } from '../../kit/view-as.web.ts'
import classes from './view-banner.module.css'

/** Says that the console is viewed as a role has it, on every page, with the way back to oneself. */
export function ViewBanner({ role }: { role: string }) {
  return (
    <section className={classes['banner']} aria-label="View as role">
      <IconEye size={16} aria-hidden />
      <p>You are viewing the console as <strong>{role}</strong>. Nothing can be changed.</p>
      <Button size="compact-xs" variant="default" onClick={() => leaveView(`/roles/update/${encodeURIComponent(role)}`)}>Leave view</Button>
    </section>
  )
}
