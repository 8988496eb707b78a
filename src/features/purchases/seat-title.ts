import { t } from '../../core/i18n/language.ts'

/** What a line of tickets is called, in the language in which they are bought: `Block 214, row P`. */
export const seatTitle = (section: string, row: string | null): string =>
  row === null ? section : t('{section}, row {row}', { section, row })
