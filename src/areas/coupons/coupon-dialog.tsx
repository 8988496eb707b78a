import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './coupon-screens.module.css'

interface CouponDialogProps { title: string; onClose: () => void; size?: number; children: ReactNode }

/** A dialog that is named by its title, for commands that need more than one answer. */
export function CouponDialog({ title, onClose, size = 560, children }: CouponDialogProps) {
  return (
    <Modal opened title={title} onClose={onClose} size={size} closeButtonProps={{ 'aria-label': 'Close' }} closeOnClickOutside={false}>
      <div className={classes['dialog']}>{children}</div>
    </Modal>
  )
}
