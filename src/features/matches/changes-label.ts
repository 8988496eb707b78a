import { t } from '../../core/i18n/language.ts'

export const changesLabel = (n: number) => t('{n, plural, =0 {Kickoff changes} other {Kickoff changes (#)}}', { n })
