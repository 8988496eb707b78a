import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { PartProps } from './customer-part.tsx'
import type { TicketsDraft } from './phone-draft.ts'
import { emptyLine, listPrice } from './phone-draft.ts'
import type { PhoneGoods } from './phone-order.endpoints.ts'
import { maxLines, readPhoneGoods } from './phone-order.endpoints.ts'
import { PerformancePicker } from './performance-picker.tsx'
import classes from './phone.module.css'

type Listing = PhoneGoods['listings'][number]

/** Tickets of one performance: a line for each listing. */
export function TicketsPart({ draft, problems, onChange }: PartProps) {
  const { performanceId, lines } = draft
  const { data } = useAnswer(readPhoneGoods, {
    query: { performanceId: performanceId ?? 0 },
    enabled: performanceId !== null,
  })
  const listings = performanceId === null ? [] : (data?.listings ?? [])
  const free = listings.filter(({ id }) => lines.every(({ listingId }) => listingId !== id))
  const canAdd = free.length > 0 && lines.length < maxLines && lines.every(({ listingId }) => listingId !== null)
  const add = useRef<HTMLButtonElement>(null)
  return (
    <>
      <PerformancePicker
        value={performanceId}
        error={problems['performanceId']}
        onChange={(id) => onChange({ performanceId: id, lines: [emptyLine([])] })}
      />
      {data && performanceId !== null && listings.length === 0 && (
        <p className={classes['quiet']}>{t('No tickets of this performance are on sale.')}</p>
      )}
      {listings.length > 0 && (
        <>
          {lines.map((line, at) => (
            <Line
              key={line.key}
              line={line}
              number={lines.length === 1 ? null : at + 1}
              listings={listings.filter((one) => one.id === line.listingId || free.includes(one))}
              isNew={at > 0 && line.listingId === null}
              problems={problems}
              onChange={(next) => onChange({ lines: lines.map((one) => (one.key === line.key ? next : one)) })}
              {...(lines.length > 1 && {
                onRemove: () => {
                  onChange({ lines: lines.filter((one) => one !== line) })
                  // The button that was pressed is gone: who works by keyboard goes on here.
                  add.current?.focus()
                },
              })}
            />
          ))}
          {(canAdd || lines.length > 1) && (
            <Button
              ref={add}
              className={classes['add'] ?? ''}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-disabled={!canAdd}
              {...(!canAdd && { 'data-disabled': true })}
              onClick={() => canAdd && onChange({ lines: [...lines, emptyLine(lines)] })}
            >
              {t('Add tickets')}
            </Button>
          )}
        </>
      )}
    </>
  )
}

interface LineProps {
  readonly line: TicketsDraft
  /** Null where it is the only one. */
  readonly number: number | null
  /** Those that no other line has. */
  readonly listings: readonly Listing[]
  /** It was just added. */
  readonly isNew: boolean
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (line: TicketsDraft) => void
  readonly onRemove?: () => void
}

function Line({ line, number, listings, isNew, problems, onChange, onRemove }: LineProps) {
  const { key, listingId, tickets } = line
  const listing = listings.find(({ id }) => id === listingId)
  const problem = problems[`lines.${key}.quantity`]
  return (
    <div
      className={classes['tickets']}
      {...(number !== null && { 'role': 'group', 'aria-label': t('Line {n}', { n: number }) })}
    >
      <NativeSelect
        label={t('Listing')}
        value={listingId ?? ''}
        autoFocus={isNew}
        error={problems[`lines.${key}.listingId`]}
        data={[
          { value: '', label: t('Choose…') },
          ...listings.map((one) => ({ value: String(one.id), label: listingWords(one) })),
        ]}
        onChange={({ currentTarget }) => {
          const id = currentTarget.value === '' ? null : Number(currentTarget.value)
          const [first] = listings.find((one) => one.id === id)?.splits ?? []
          onChange({ ...line, ...listPrice, listingId: id, ...(first !== undefined && { tickets: first }) })
        }}
      />
      {listing && listing.splits.length > 0 ? (
        <NativeSelect
          label={t('Tickets')}
          description={t('This listing is sold in these numbers only')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={tickets ?? ''}
          error={problem}
          data={listing.splits.map(String)}
          onChange={({ currentTarget }) => onChange({ ...line, tickets: Number(currentTarget.value) })}
        />
      ) : (
        <DigitsInput
          label={t('Tickets')}
          allowDecimal={false}
          allowNegative={false}
          value={tickets}
          error={problem}
          onChange={(next) => onChange({ ...line, tickets: next })}
        />
      )}
      {onRemove && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('Remove line {n}', { n: number ?? 1 })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

const listingWords = ({ title, price, fee, currency, available }: Listing) =>
  t('{title} · {price} each · {n} left', {
    title,
    price: formatMoney(price + fee, currency),
    n: formatNumber(available),
  })
