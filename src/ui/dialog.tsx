import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { t } from '../core/i18n/language.ts'
import { isAsked, keepFocusInDialog } from './focus-in-dialog.web.ts'
import { useFocusReturn } from './focus-return.web.ts'

const fields = ['input', 'select', 'textarea']
  .map((tag) => `${tag}:not([disabled], [readonly], [type=hidden], [type=file])`)
  .join()

interface DialogProps {
  title: string
  onClose: () => void
  size?: number
  /** What was asked for is being done: the dialog stays until it is, so that its result is seen. */
  isBusy?: boolean
  children: ReactNode
}

/** A dialog that is named by its title, for commands that need more than one answer. */
export function Dialog({ title, onClose, size = 560, isBusy = false, children }: DialogProps) {
  useFocusReturn()
  return (
    <Modal.Root
      opened
      onClose={() => isBusy || isAsked() || onClose()}
      size={size}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The library's own header is a landmark, of which a page has one already. */}
        <div className={classes['head']}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} disabled={isBusy} />
        </div>
        {/* React hands what is submitted in here on to whatever form opened the dialog, which has nothing to do with it. */}
        <Modal.Body>
          <div ref={enter} className={classes['body']} onSubmit={(event) => event.stopPropagation()}>
            {children}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function enter(body: HTMLElement | null) {
  markFirstField(body)
  return keepFocusInDialog(body)
}

/** Where people go on: the library goes to the button that closes the dialog, which comes before what it asks. */
function markFirstField(body: HTMLElement | null): void {
  if (body?.querySelector('[data-autofocus]') !== null) return
  const first = body.querySelector<HTMLInputElement>(fields)
  // Of options, the one that is chosen: the focus would choose another one.
  const chosen = first?.type === 'radio' ? body.querySelector(`[name="${CSS.escape(first.name)}"]:checked`) : null
  const start = chosen ?? first
  start?.setAttribute('data-autofocus', '')
}
