import { Button, MantineThemeProvider, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { Condition } from '../../core/list/list-query.ts'
import type { Telling } from '../../core/list/condition-labels.ts'
import { valueInputs } from './filter-inputs.tsx'
import type { Mode } from '../../core/list/filter-modes.ts'
import { conditionOf, draftOf, modesOf, modeWords } from '../../core/list/filter-modes.ts'
import classes from './list.module.css'

// A list of found records outside the dialog would count as outside it, and choosing from it would close both.
// One that opens by itself would cover the button that applies what has been chosen.
const theme = {
  components: {
    Combobox: { defaultProps: { withinPortal: false } },
    Popover: { defaultProps: { withinPortal: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
  },
}

/** Edits one condition; nothing is asked of the server before Apply. */
export function FilterEditor({
  name,
  field,
  condition,
  telling,
  onChange,
  onClose,
}: {
  name: string
  field: AnyField
  condition: Condition | null
  telling: Telling
  onChange: (condition: Condition | null) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(field, condition))
  const form = useRef<HTMLFormElement>(null)
  // The value is what people come for: the condition is usually right as it is, and one step back by Tab.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    // Values that are chosen already have buttons of their own before the input.
    const first =
      find(`.${classes['values']} :is(input:not([type=hidden]), select, textarea)`) ??
      find(`.${classes['values']} button`) ??
      find('select')
    first?.setAttribute('data-autofocus', '')
    first?.focus()
  }, [])
  const modes = modesOf(field)
  const offered = modes.includes(draft.mode) ? modes : [...modes, draft.mode]
  return (
    <MantineThemeProvider theme={theme}>
      <form
        ref={form}
        className={classes['editor']}
        onSubmit={(event) => {
          event.preventDefault()
          onChange(conditionOf(draft))
        }}
        onKeyDown={(event) => {
          // Enter alone is taken by lists and menus of values; with Ctrl or Cmd it applies from wherever the focus is.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      >
        {offered.length > 1 && (
          <NativeSelect
            label={t('Condition')}
            value={draft.mode}
            data={offered.map((mode) => ({ value: mode, label: modeWords(mode, field) }))}
            onChange={(event) => setDraft({ ...draft, mode: event.currentTarget.value as Mode })}
          />
        )}
        <div className={classes['values']}>
          {valueInputs(field, {
            name,
            draft,
            telling,
            change: (part) => setDraft((before) => ({ ...before, ...part })),
          })}
        </div>
        <div className={classes['editorActions']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" title={t('Ctrl+Enter')}>
            {t('Apply')}
          </Button>
        </div>
      </form>
    </MantineThemeProvider>
  )
}
