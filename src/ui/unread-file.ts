import { t } from '../core/i18n/language.ts'

/** Why a file that was chosen is not read: browsers refuse one that has changed since, so it has to be chosen again. */
export const unreadable = () => t('This file can’t be read. It might have moved or changed since you chose it.')
