import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { PopOut } from '../../ui/pop-out.tsx'
import type { useArrangement } from './arrangement.web.ts'
import type { HomePanel } from './home-labels.ts'
import { panelLabels } from './home-labels.ts'
import classes from './home.module.css'

interface ArrangeMenuProps {
  arrange: ReturnType<typeof useArrangement>
  /** The panels that this person has, hidden ones too, in their order. */
  panels: readonly HomePanel[]
}

/** Hides panels of the home page and moves them, for this person on every computer. */
export function ArrangeMenu({ arrange, panels }: ArrangeMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Arrange')}
      </Button>
      <PopOut
        id="arrange"
        button={button}
        isOpen={isOpen}
        onChange={setOpen}
        label={t('Arrange')}
        position="bottom-end"
      >
        <ul className={classes['arrange']}>
          {panels.map((panel, place) => {
            const name = t(panelLabels[panel])
            return (
              <li key={panel}>
                <Checkbox
                  label={name}
                  checked={!arrange.arrangement.hidden.includes(panel)}
                  onChange={() => arrange.toggle(panel)}
                />
                <ActionIcon
                  variant="subtle"
                  disabled={place === 0}
                  aria-label={t('Move {name} up', { name })}
                  onClick={() => arrange.move(panel, -1, panels)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  disabled={place === panels.length - 1}
                  aria-label={t('Move {name} down', { name })}
                  onClick={() => arrange.move(panel, 1, panels)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <Button variant="subtle" size="compact-sm" onClick={arrange.reset}>
          {t('Usual arrangement')}
        </Button>
      </PopOut>
    </>
  )
}
