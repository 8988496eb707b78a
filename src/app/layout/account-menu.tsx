import { Menu, useDirection, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronDown, IconHome, IconLogout } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { SignedIn } from '../../kit/session.web.ts'
import { rememberDirection } from '../../ui/direction.web.ts'
import { mayLeave, useNavigateTo } from '../../ui/navigation.tsx'
import { logOut } from '../log-out.web.ts'
import classes from './top-bar.module.css'

const schemes = [['light', 'Light'], ['dark', 'Dark'], ['auto', 'System']] as const

/** Who is signed in, the way home and out, and how the console looks to them. */
export function AccountMenu({ session }: { session: SignedIn }) {
  const router = useRouter()
  const navigateTo = useNavigateTo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { dir, setDirection } = useDirection()

  async function leaveForGood(): Promise<void> {
    if (await mayLeave()) await logOut(router.history.location.href)
  }

  function chooseScheme(value: string): void {
    const chosen = schemes.find(([scheme]) => scheme === value)
    if (chosen) setColorScheme(chosen[0])
  }

  function chooseDirection(isRightToLeft: boolean): void {
    const next = isRightToLeft ? 'rtl' : 'ltr'
    rememberDirection(next)
    setDirection(next)
  }

  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes['account']} aria-label="Account" title={session.name}>
          {session.avatar
            ? <img className={classes['avatar']} src={session.avatar} alt="" referrerPolicy="no-referrer" />
            : <span className={classes['avatar']} aria-hidden>{initialsOf(session)}</span>}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <strong>{session.name || session.email}</strong>
          <span>{session.email}</span>
          <span>Role: {session.role}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconHome size={16} aria-hidden />} onClick={() => navigateTo('/')}>Home</Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void leaveForGood()}
        >
          Log Out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={chooseScheme}>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>{label}</Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.CheckboxItem checked={dir === 'rtl'} onChange={chooseDirection}>Right-to-left layout</Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Up to two letters: of first and last name, else of the e-mail address. */
function initialsOf({ name, email }: SignedIn): string {
  const words = (name || email).split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...word ?? ''][0] ?? '').join('').toUpperCase()
}
