import { IconSearch } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { openLayer } from './layer.web.ts'
import classes from './palette-button.module.css'
import { keyNames } from './key-names.web.ts'
import { openShortcut } from './palette-shortcuts.web.ts'

/** The palette for people who don't know its shortcut. The accessible name starts with the visible text. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={classes['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={t('Search… {keyNames}: go to screens, find records, run actions', {
        keyNames: keyNames(openShortcut.keys).join(' '),
      })}
      onClick={() => openLayer('palette')}
    >
      <IconSearch size={15} aria-hidden />
      <span className={classes['word']}>{t('Search…')}</span>
      <kbd className={classes['keys']}>{keyNames(openShortcut.keys).join(' ')}</kbd>
    </button>
  )
}
