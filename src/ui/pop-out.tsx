import '@mantine/core/styles/Popover.layer.css'
import type { PopoverProps } from '@mantine/core'
import { Popover } from '@mantine/core'
import type { ReactNode, Ref, RefObject } from 'react'
import { useEffect, useImperativeHandle, useState } from 'react'
import type { PopOutState } from './pop-out.web.ts'

interface PopOutProps extends PopOutState, Pick<PopoverProps, 'position' | 'offset' | 'shadow' | 'width'> {
  /** The pop-out's name. */
  label: string
  className?: string | undefined
  /** Mantine's spacing inside; 0 for content with spacing of its own. */
  p?: number
  children: ReactNode
}

/** What opens beside a button. Its code comes with the first opening; the button is part of the page before. */
export function PopOut({ button, id: _id, isOpen, onChange, label, className, p, children, ...popover }: PopOutProps) {
  const opened = useOpenedLater(isOpen)
  return (
    <Popover
      {...popover}
      opened={opened}
      onChange={onChange}
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ButtonOf button={button} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        {...(className !== undefined && { className })}
        {...(p !== undefined && { p })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Gives the library a button that is on the page already, where it expects one as its child. */
export function ButtonOf({
  button,
  ref,
}: {
  button: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}

/** The library notes who had the focus only when it is there closed before it opens. */
export function useOpenedLater(isOpen: boolean): boolean {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(isOpen), [isOpen])
  return opened
}
