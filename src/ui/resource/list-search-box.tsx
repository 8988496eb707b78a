import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import classes from './list.module.css'
import type { ListState } from './list-state.web.ts'

/** Waits this long after the last key before it searches, in milliseconds. */
const searchDelay = 200

export function SearchBox({ state, what }: { state: Pick<ListState, 'q' | 'setQ'>; what: string }) {
  const [text, setText] = useState(state.q)
  /** What the address will say, or says, because it was typed here. */
  const sent = useRef<string[]>([state.q])
  const search = useDebouncedCallback((value: string) => {
    sent.current.push(value)
    state.setQ(value)
  }, searchDelay)
  useEffect(() => {
    const at = sent.current.lastIndexOf(state.q)
    // Back and Clear all change the search from outside. An address that follows the typing leaves the letters after it.
    if (at === -1) setText(state.q)
    sent.current = at === -1 ? [state.q] : sent.current.slice(at)
  }, [state.q])
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={t('Search')}
      placeholder={t('Search {what}', { what })}
      className={classes['search'] ?? ''}
      value={text}
      leftSection={<IconSearch size={15} aria-hidden />}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      rightSection={
        text !== '' && (
          <CloseButton
            size="xs"
            aria-label={t('Clear search')}
            onClick={() => {
              setText('')
              // In place of what was typed just before, which would still be searched for.
              search('')
              search.flush()
            }}
          />
        )
      }
    />
  )
}
