import type { ReactNode } from 'react'
import { cellOf } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { couponFields } from './coupon-fields.ts'

/** What a coupon takes off, as its list leads with it: the share of a percentage, else the amount in each currency. */
export function worthOf(record: AnyRecord): ReactNode {
  const key = record['kind'] === 'percent' ? 'percent' : 'amounts'
  return cellOf(key, couponFields[key], record)
}
