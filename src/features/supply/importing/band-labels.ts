import { t } from '../../../core/i18n/language.ts'

interface Ages {
  readonly minAge: number
  readonly maxAge: number
}

/** A supplier's age band, by its label and ages: the same label can be for other ages in another product. */
export const bandKey = ({ label, minAge, maxAge }: Ages & { readonly label: string }): string =>
  `${label} ${minAge}-${maxAge}`

/** From 99 on a supplier means everyone above. */
export function agesOf({ minAge, maxAge }: Ages): string {
  if (maxAge < 99) return t('{from} to {to}', { from: minAge, to: maxAge })
  return minAge === 0 ? t('All ages') : t('{from} or older', { from: minAge })
}
