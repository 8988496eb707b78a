import { useCallback, useEffect, useMemo, useState } from 'react'
import { readCookie, writeCookie } from '../../core/browser/cookies.web.ts'

/** Narrower windows are mobile: the sidebar is a drawer there. 991 px is mobile, 992 px desktop. */
const MOBILE_BELOW_PX = 992
const COOKIE = 'sidebarStatus'

type Device = 'mobile' | 'desktop'

export interface Sidebar {
  readonly device: Device
  /** Desktop: unfolded rather than a rail of icons. Mobile: the drawer is out. */
  readonly isOpen: boolean
  toggle(): void
  /** Puts the drawer away; on a desktop it does nothing. */
  closeDrawer(): void
}

/**
 * Whether the sidebar begins unfolded: no cookie means open, otherwise its value as a number decides.
 */
function isOpenByCookie(value: string | null): boolean {
  return value === null || Boolean(Number(value))
}

/**
 * The sidebar's state. The desktop preference is kept in the cookie. The phone's drawer is not a preference and is
 * never stored, so a visit by phone does not fold the sidebar on the desktop.
 */
export function useSidebar(): Sidebar {
  const [isUnfolded, setUnfolded] = useState(() => isOpenByCookie(readCookie(COOKIE)))
  const [{ device, isDrawerOut }, setWindow] = useState(() => ({
    device: deviceOf(window.innerWidth),
    isDrawerOut: false,
  }))

  useEffect(() => {
    function adopt(): void {
      // A hidden tab can report any width. Only a change of class counts: a phone's keyboard resizes the window too.
      if (document.hidden) return
      const next = deviceOf(window.innerWidth)
      setWindow((before) => (before.device === next ? before : { device: next, isDrawerOut: false }))
    }
    window.addEventListener('resize', adopt)
    document.addEventListener('visibilitychange', adopt)
    return () => {
      window.removeEventListener('resize', adopt)
      document.removeEventListener('visibilitychange', adopt)
    }
  }, [])

  const toggle = useCallback(() => {
    if (device === 'mobile') {
      setWindow((before) => ({ ...before, isDrawerOut: !before.isDrawerOut }))
      return
    }
    writeCookie(COOKIE, isUnfolded ? '0' : '1')
    setUnfolded(!isUnfolded)
  }, [device, isUnfolded])

  const closeDrawer = useCallback(() => {
    setWindow((before) => (before.isDrawerOut ? { ...before, isDrawerOut: false } : before))
  }, [])

  const isOpen = device === 'mobile' ? isDrawerOut : isUnfolded
  return useMemo(() => ({ device, isOpen, toggle, closeDrawer }), [device, isOpen, toggle, closeDrawer])
}

function deviceOf(width: number): Device {
  return width < MOBILE_BELOW_PX ? 'mobile' : 'desktop'
}
