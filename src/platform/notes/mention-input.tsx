import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import type { TextareaProps } from '@mantine/core'
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
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

/** The text of a note. After an `@` it offers the colleagues who can see the record; they are notified once it is saved. */
export function MentionInput({ input, people, value, onChange, onKeyDown, ...props }: MentionInputProps) {
  const [caret, setCaret] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const combobox = useCombobox()
  const mention = isDismissed ? null : mentionAt(value, caret)
  const { data } = useAnswer(people, { enabled: mention !== null, staleTime: 60_000 })
  const typed = mention?.typed.toLocaleLowerCase() ?? ''
  const offered =
    mention === null
      ? []
      : (data ?? [])
          .filter(
            ({ name }) => ` ${name.toLocaleLowerCase()}`.includes(` ${typed}`) && name.toLocaleLowerCase() !== typed,
          )
          .slice(0, maxOffered)
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
    onChange(`${value.slice(0, mention.start)}@${name} ${value.slice(caret).replace(/^ /, '')}`)
    setCaret(end)
    requestAnimationFrame(() => input.current?.setSelectionRange(end, end))
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
            if (isOpen && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) return
            onKeyDown(event)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('Colleagues')}>
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
