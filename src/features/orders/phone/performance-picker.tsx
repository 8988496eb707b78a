import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { todayIn } from '../../../core/i18n/relative-dates.ts'
import { readDate } from '../../../core/i18n/typed-dates.ts'
import { ownZone } from '../../../core/zoned-time.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { PhoneGoods } from './phone-order.endpoints.ts'
import { readPhoneGoods } from './phone-order.endpoints.ts'

/** After so many milliseconds without a key, the server is asked. */
const pause = 200

interface PerformancePickerProps {
  readonly value: number | null
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

type Performance = PhoneGoods['performances'][number]

/** Finds a performance by its event, city or venue, or by its day as people type it. What tickets are listed for comes first. */
export function PerformancePicker({ value, error, onChange }: PerformancePickerProps) {
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<Performance | null>(null)
  const [typed] = useDebouncedValue(search, pause)
  // What is in the field after a choice is the choice, and no search for it.
  const isPicked = (text: string) => picked !== null && text === wordsOf(picked)
  const asked = isPicked(typed) ? '' : typed
  const { data, isFetching } = useAnswer(readPhoneGoods, {
    query: { ...searchOf(asked, todayIn(ownZone())), ...(value !== null && { chosenId: value }) },
  })
  // What was found for fewer letters is no answer to these: a press of Enter would choose from it.
  const isTyping = search !== typed && !isPicked(search)
  const found = isTyping ? [] : (data?.performances ?? [])
  const all = picked === null || found.some(({ id }) => id === picked.id) ? found : [picked, ...found]
  const groups = [
    { group: t('Tickets listed'), items: all.filter(({ isListed }) => isListed).map(optionOf) },
    { group: t('No tickets listed'), items: all.filter(({ isListed }) => !isListed).map(optionOf) },
  ].filter(({ items }) => items.length > 0)
  return (
    <Select
      label={t('Performance')}
      placeholder={t('Event, city, venue or day')}
      withAsterisk
      aria-required
      name="performanceId"
      error={error}
      searchable
      openOnFocus={false}
      value={value === null ? null : String(value)}
      data={groups}
      // The server has searched already.
      filter={({ options }) => options}
      onSearchChange={setSearch}
      nothingFoundMessage={isTyping || isFetching ? t('Searching…') : t('No performance on sale matches')}
      onChange={(chosen) => {
        const id = chosen === null ? null : Number(chosen)
        setPicked(all.find((one) => one.id === id) ?? null)
        onChange(id)
      }}
    />
  )
}

const optionOf = (performance: Performance) => ({ value: String(performance.id), label: wordsOf(performance) })

/** Two of an event differ by day and time. */
function wordsOf({ name, city, date, time }: Performance): string {
  const day = time === null ? formatDate(date) : `${formatDate(date)}, ${time}`
  return `${name} · ${day} · ${city}`
}

/** What is no day is words. */
function searchOf(typed: string, now: string): { readonly search: string; readonly day?: string } {
  const day = typed.trim().length < 3 ? null : readDate(typed, now)
  return day === null ? { search: typed.trim() } : { search: '', day }
}
