import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { Section } from './manifest.ts'
import type { MapCoverage } from './map-coverage.ts'
import { aliasesOf, findSections } from './section-search.ts'
import own from './venue-map.module.css'

/** What is searched among sections, and what it finds. */
export function useSectionSearch(
  sections: readonly Section[],
  coverage: MapCoverage | undefined,
  onShow: (codes: readonly string[]) => void,
) {
  const [text, setText] = useState('')
  /** The place of the section that Enter showed last. */
  const shown = useRef(-1)
  // Letters appear at once, and the map follows.
  const wanted = useDeferredValue(text)
  const aliases = useMemo(() => aliasesOf(coverage), [coverage])
  const rows = useMemo(() => findSections(sections, aliases, wanted), [sections, aliases, wanted])
  const found = useMemo(
    () => (wanted.trim() === '' ? null : new Set(rows.map(({ section }) => section.code))),
    [rows, wanted],
  )
  function search(value: string): void {
    shown.current = -1
    setText(value)
  }
  function showNext(step: 1 | -1): void {
    // The letters that the map has not followed yet count too.
    const now = text === wanted ? rows : findSections(sections, aliases, text)
    if (now.length === 0 || text.trim() === '') return
    shown.current =
      shown.current === -1 && step === -1 ? now.length - 1 : (shown.current + step + now.length) % now.length
    const next = now[shown.current]
    if (next) onShow([next.section.code])
  }
  return { text, rows, found, search, showNext }
}

interface SectionSearchBoxProps extends ReturnType<typeof useSectionSearch> {
  /** Of the configuration. */
  readonly name: string
}

/** Enter goes on to the next section found, Shift and Enter back, Escape clears. */
export function SectionSearchBox({ name, text, rows, found, search, showNext }: SectionSearchBoxProps) {
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') {
      event.preventDefault()
      showNext(event.shiftKey ? -1 : 1)
    }
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      search('')
    }
  }
  return (
    <div className={own['tools']}>
      <TextInput
        type="search"
        role="searchbox"
        className={own['search'] ?? ''}
        aria-label={t('Find a section of {name}', { name })}
        placeholder={t('Find by name, id or seller wording')}
        value={text}
        leftSection={<IconSearch size={15} aria-hidden />}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={press}
        rightSection={
          text !== '' && <CloseButton size="xs" aria-label={t('Clear search')} onClick={() => search('')} />
        }
      />
      <p role="status">
        {found === null
          ? t('Shift or Ctrl selects several. Shift and drag selects an area.')
          : t(
              '{n, plural, =0 {No section found} one {# section found. Enter shows it.} other {# sections found. Enter shows the next one.}}',
              { n: rows.length },
            )}
      </p>
    </div>
  )
}
