import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { msg, t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { allShortcuts, areSingleKeysOn, isSingleKey, setSingleKeys, type Shortcut } from '../../ui/shortcuts.web.ts'
import { keyNames } from './key-names.web.ts'
import { closeLayer } from './layer.web.ts'
import classes from './shortcut-sheet.module.css'

const groups: readonly Shortcut['group'][] = [msg('Everywhere'), msg('Go to'), msg('Lists'), msg('Forms')]

/** All shortcuts, as they are bound. */
export function ShortcutSheet() {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const [shortcuts] = useState(allShortcuts)
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={closeLayer} size={620}>
      <Switch
        checked={isOn}
        label={t('Shortcuts of single keys')}
        description={t(
          'Turn them off if you use speech input or press keys by accident. Ctrl shortcuts stay on. Remembered in this browser.',
        )}
        onChange={(event) => {
          setSingleKeys(event.currentTarget.checked)
          setOn(event.currentTarget.checked)
        }}
      />
      <div className={classes['groups']}>
        {groups
          .map((group) => ({ group, own: shortcuts.filter(({ shortcut }) => shortcut.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => (
            <section key={group} aria-label={t(group)}>
              <h3 className={classes['heading']}>{t(group)}</h3>
              <dl className={classes['list']}>
                {own.map(({ shortcut, isBound }) => (
                  <div key={shortcut.keys} data-off={!isOn && isSingleKey(shortcut)}>
                    <dt>
                      {keyNames(shortcut.keys).map((name, index) => (
                        <span key={`${index} ${name}`}>
                          {index > 0 && (isSingleKey(shortcut) ? ` ${t('then')} ` : ' ')}
                          <kbd>{name}</kbd>
                        </span>
                      ))}
                    </dt>
                    <dd>
                      {t(shortcut.does)}
                      {!isOn && isSingleKey(shortcut) ? (
                        <small> {t('(turned off)')}</small>
                      ) : (
                        !isBound && <small> {t('(not on this page)')}</small>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  )
}
