import { IconBroadcast } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import { localOf } from '../../core/zoned-time.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'

const page = '/provider/tickets-availability'

function Check({ href }: { href: string }) {
  return <CommandButton label={t('Check availability')} icon={IconBroadcast} href={href} />
}

export function CheckPerformance({ records: [record] }: CommandProps) {
  return record ? <Check href={`${page}?performance=${record.id}&ask=1`} /> : null
}

/** A day is still to be chosen. */
export function CheckProduct({ records: [record] }: CommandProps) {
  return record ? <Check href={`${page}?product=${record.id}`} /> : null
}

/** What was ordered, on its day. */
export function CheckOrder({ records: [record] }: CommandProps) {
  if (!record) return null
  const { performanceId, productId, startsAt, timeZone } = record
  if (typeof performanceId === 'number') return <Check href={`${page}?performance=${performanceId}&ask=1`} />
  if (typeof productId !== 'number') return null
  const day = localOf(Date.parse(String(startsAt)), String(timeZone)).slice(0, 10)
  return <Check href={`${page}?product=${productId}&date=${day}&ask=1`} />
}
