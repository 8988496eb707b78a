import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './coupon-screens.module.css'
import { t } from '../../kit/language.ts'

interface CouponDialogProps { title: string; onClose: () => void; size?: number; children: ReactNode }

/** A dialog that is named by its title, for commands that need more than one answer. */
export function CouponDialog({ title, onClose, size = 560, children }: CouponDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size={size} closeOnClickOutside={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content>
        {/* The library's own header is a landmark, of which a page has one already. */}
        <div className={classes['dialogHead']}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </div>
        <Modal.Body><div className={classes['dialog']}>{children}</div></Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
