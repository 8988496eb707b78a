import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../core/i18n/language.ts'
import { isAsked, keepFocusInDialog } from './focus-in-dialog.web.ts'
import { useFocusReturn } from './focus-return.web.ts'
import classes from './side-drawer.module.css'

interface SideDrawerProps {
  title: string
  onClose: () => void
  /** Buttons between the title and the one that closes it. */
  tools?: ReactNode
  children: ReactNode
}

/** More about something on the page, over the end of the window and named by its title. */
export function SideDrawer({ title, onClose, tools, children }: SideDrawerProps) {
  useFocusReturn()
  return (
    <Drawer.Root
      opened
      onClose={() => isAsked() || onClose()}
      position="right"
      size={600}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The library's own header is a landmark, of which a page has one already. */}
        <div ref={keepFocusInDialog} className={classes['head']}>
          <Drawer.Title component="h2">{title}</Drawer.Title>
          {tools}
          <Drawer.CloseButton aria-label={t('Close')} />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
