import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { defineNotice } from './notices.server.ts'

/** To the person who requested an export, since most have left the page by then. */
export const exportEnded = defineNotice<{ what: string; rows: number; error: string | null }>({
  kind: 'export-ended',
  label: msg('Exports that are ready or failed'),
  write: ({ what, rows, error }) =>
    error === null
      ? {
          title: t('Your export of {many} is ready', { many: inSentence(t(what)) }),
          detail: t('{count} rows, kept for 7 days', { count: formatNumber(rows) }),
        }
      : { title: t('Your export of {many} failed', { many: inSentence(t(what)) }), detail: error },
})

/** To the person who applied a file import, when it is done or cannot go on. */
export const importEnded = defineNotice<{ file: string; created: number; changed: number; error: string | null }>({
  kind: 'import-ended',
  label: msg('Imports that are done or failed'),
  write: ({ file, created, changed, error }) =>
    error === null
      ? {
          title: t('{file} is imported', { file }),
          detail: t('{created} created, {changed} changed', {
            created: formatNumber(created),
            changed: formatNumber(changed),
          }),
        }
      : { title: t('The import of {file} failed', { file }), detail: error },
})

/** To the person who started a bulk edit, where it failed or took longer than anyone watches. */
export const bulkEditEnded = defineNotice<{ what: string; changed: number; refused: number; error: string | null }>({
  kind: 'bulk-edit-ended',
  label: msg('Bulk edits that are done or failed'),
  write: ({ what, changed, refused, error }) =>
    error === null
      ? {
          title: t('Your bulk edit of {many} is done', { many: inSentence(t(what)) }),
          detail: t('{changed} changed, {refused} refused', {
            changed: formatNumber(changed),
            refused: formatNumber(refused),
          }),
        }
      : { title: t('Your bulk edit of {many} failed', { many: inSentence(t(what)) }), detail: error },
})
