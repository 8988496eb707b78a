import { Menu, useDirection, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { IconFileDownload, IconHome, IconLogout } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { language, languageNames, msg, t } from '../../core/i18n/language.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { rememberDirection } from '../../ui/direction.web.ts'
import { mayLeave, useNavigateTo } from '../../ui/navigation.tsx'
import { ButtonOf, useOpenedLater } from '../../ui/pop-out.tsx'
import type { PopOutState } from '../../ui/pop-out.web.ts'
import { chooseLanguage } from '../locales/choose-language.web.ts'
import { logOut } from '../session/log-out.web.ts'
import classes from './top-bar.module.css'
import { roleTitle } from '../../platform/auth/role-labels.ts'

const schemes = [
  ['light', msg('Light')],
  ['dark', msg('Dark')],
  ['auto', msg('System')],
] as const

/** The way home and out, what one has exported, and how the console looks. */
export function AccountItems({ session, button, id, isOpen, onChange }: PopOutState & { session: SignedIn }) {
  const opened = useOpenedLater(isOpen)
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
    <Menu position="bottom-end" width={220} withinPortal={false} id={id} opened={opened} onChange={onChange}>
      <Menu.Target>
        <ButtonOf button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <strong>{session.name || session.email}</strong>
          <span>{session.email}</span>
          <span>{t('Role: {role}', { role: roleTitle(session.role) })}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconHome size={16} aria-hidden />} onClick={() => navigateTo('/')}>
          {t('Home')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileDownload size={16} aria-hidden />} onClick={() => navigateTo('/exports')}>
          {t('My exports')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leaveForGood()}>
          {t('Log Out')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        <Menu.RadioGroup value={language()} onChange={(value) => void chooseLanguage(value === 'es' ? 'es' : 'en')}>
          {Object.entries(languageNames).map(([tag, name]) => (
            <Menu.RadioItem key={tag} value={tag} lang={tag}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Appearance')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={chooseScheme}>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.CheckboxItem checked={dir === 'rtl'} onChange={chooseDirection}>
          {t('Right-to-left layout')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
