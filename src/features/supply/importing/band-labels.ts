import { t } from '../../../core/i18n/language.ts'

interface Ages {
  readonly minAge: number
  readonly maxAge: number
}

/** From 99 on a supplier means everyone above. */
export function agesOf({ minAge, maxAge }: Ages): string {
  if (maxAge < 99) return t('{from} to {to}', { from: minAge, to: maxAge })
  return minAge === 0 ? t('All ages') : t('{from} or older', { from: minAge })
}
