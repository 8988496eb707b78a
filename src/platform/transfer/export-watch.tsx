import { useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { takeEndedExports } from './export-watch.web.ts'
import type { Export } from './exports.ts'
import { isUnderWay } from './exports.ts'
import { saveFile, useOwnExports } from './own-exports.web.ts'

/** How long the offer to download stays; after that the file is on the page of one's exports. */
const offered = 20_000

/** Says when an export has come to its end. Only there while one is under way. */
export function ExportWatch() {
  const { data } = useOwnExports(true)
  useEffect(() => {
    for (const one of takeEndedExports(data, isUnderWay)) tell(one)
  }, [data])
  return null
}

function tell(one: Export): void {
  if (one.state === 'done') {
    const rows = t('{n, plural, one {# row} other {# rows}}', { n: one.rowsDone })
    toast.success(t('{fileName} is ready: {rows}', { fileName: one.fileName, rows }), {
      duration: offered,
      action: { label: t('Download'), run: () => void saveFile(one).catch(() => {}) },
    })
  } else if (one.state === 'failed') {
    toast.error(t('The export failed. {error}', { error: one.error ?? '' }), { duration: offered })
  }
}
