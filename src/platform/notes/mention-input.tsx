import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import type { TextareaProps } from '@mantine/core'
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { Mentionable } from './mentions.ts'
import { mentionAt } from './mentions.ts'
import type { noteCalls } from './notes.ts'

const maxOffered = 8

interface MentionInputProps extends Omit<TextareaProps, 'onChange' | 'onKeyDown' | 'value'> {
  input: RefObject<HTMLTextAreaElement | null>
  people: ReturnType<typeof noteCalls>['people']
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** People with a name of theirs that begins so, but for the one whose whole name it is. */
function beginningWith(typed: string, people: readonly Mentionable[]): readonly Mentionable[] {
  return people
    .filter(({ name }) => ` ${name.toLocaleLowerCase()}`.includes(` ${typed}`) && name.toLocaleLowerCase() !== typed)
    .slice(0, maxOffered)
}

/** The text of a note. After an `@` it offers the colleagues who can see the record; they are notified once it is saved. */
export function MentionInput({ input, people, value, onChange, onKeyDown, ...props }: MentionInputProps) {
  const [caret, setCaret] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const combobox = useCombobox()
  const mention = isDismissed ? null : mentionAt(value, caret)
  const { data } = useAnswer(people, { enabled: mention !== null, staleTime: 60_000 })
  const typed = mention?.typed.toLocaleLowerCase() ?? ''
  const offered = mention === null ? [] : beginningWith(typed, data ?? [])
  const isOpen = offered.length > 0
  const { openDropdown, closeDropdown, selectFirstOption } = combobox
  useEffect(() => {
    if (!isOpen) return closeDropdown()
    openDropdown()
    selectFirstOption()
    // The first one is always chosen, so that Enter takes it.
  }, [isOpen, typed, openDropdown, closeDropdown, selectFirstOption])

  function insert(name: string): void {
    if (!mention) return
    const end = mention.start + name.length + 2
    // The caret is behind the name before the next key: a frame later it would jump back among what was typed since.
    flushSync(() => {
      onChange(`${value.slice(0, mention.start)}@${name} ${value.slice(caret).replace(/^ /, '')}`)
      setCaret(end)
    })
    input.current?.setSelectionRange(end, end)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={insert}
      position="bottom-start"
      width={260}
      transitionProps={{ duration: 0 }}
    >
      <Combobox.Target>
        <Textarea
          {...props}
          ref={input}
          value={value}
          onChange={({ currentTarget }) => {
            setDismissed(false)
            setCaret(currentTarget.selectionStart)
            onChange(currentTarget.value)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setDismissed(true)}
          onKeyDown={(event) => {
            if (isOpen && event.key === 'Escape') {
              event.stopPropagation()
              return setDismissed(true)
            }
            if (isOpen && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              // The names are on screen a moment before the first of them is marked, and the library takes only a marked one.
              event.preventDefault()
              const marked = list.current?.querySelector('[data-combobox-selected]')
              return insert(marked?.textContent ?? offered[0]?.name ?? '')
            }
            onKeyDown(event)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options ref={list} aria-label={t('Colleagues')}>
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
