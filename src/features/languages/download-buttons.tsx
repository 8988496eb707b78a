import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { Counted } from './queue.endpoints.ts'
import { exportUnits, listUnits } from './queue.endpoints.ts'
import type { QueueState } from './queue-state.web.ts'

/** Saves exactly what the list is narrowed to, for people and programs that translate elsewhere. */
export function DownloadButtons({ state, locales }: { state: QueueState; locales: Counted['locales'] }) {
  const [busy, setBusy] = useState<string | null>(null)
  const { data } = useAnswer(listUnits, { query: { ...state.query, offset: String(state.offset) } })
  const isNothing = data !== undefined && data.units.length === 0 && state.offset === 0
  async function download(format: 'xliff' | 'csv', offset = 0): Promise<void> {
    if (format === 'xliff' && state.filters.locale === '' && locales.length !== 1)
      return void toast.info(t('Choose a language to export.'), { duration: 6000 })
    setBusy(format)
    try {
      const { data, headers } = await http.request('GET', exportUnits.path, {
        params: { ...state.query, format, ...(offset > 0 && { cursor: offset }) },
        as: 'blob',
      })
      const url = URL.createObjectURL(data as Blob)
      const link = document.createElement('a')
      link.href = url
      link.download = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `texts.${format}`
      link.click()
      // The browser reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
      toastRemaining(headers, offset, (next) => void download(format, next))
    } catch {
      // The client has already shown what went wrong.
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {(['xliff', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={busy === format}
          disabled={isNothing}
          title={isNothing ? t('No texts match, so there is nothing to export.') : undefined}
          onClick={() => void download(format)}
        >
          {format === 'xliff' ? t('Export XLIFF') : t('Export CSV')}
        </Button>
      ))}
    </>
  )
}

/** A file contains only part of a long list: the user is informed, and the next part is one click away. */
function toastRemaining(headers: Headers, offset: number, download: (next: number) => void): void {
  const total = Number(headers.get('X-Total-Count'))
  const next = headers.get('X-Next-Cursor')
  if (offset === 0 && next === null) return
  const last = next === null ? total : Number(next)
  const values = { first: formatNumber(offset + 1), last: formatNumber(last), total: formatNumber(total) }
  const said =
    headers.get('X-Total-Count-Kind') === 'capped'
      ? t('The file has texts {first} to {last} of more than {total}.', values)
      : t('The file has texts {first} to {last} of {total}.', values)
  toast.info(said, {
    duration: 0,
    ...(next !== null && { action: { label: t('Next part'), run: () => download(last) } }),
  })
}
