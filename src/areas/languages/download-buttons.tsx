import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { http } from '../../kit/http-client.web.ts'
import { t } from '../../kit/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { Counted } from './queue-calls.ts'
import { exportUnits } from './queue-calls.ts'
import type { QueueState } from './queue-state.web.ts'

/** Saves exactly what the list is narrowed to, for people and programs that translate elsewhere. */
export function DownloadButtons({ state, locales }: { state: QueueState; locales: Counted['locales'] }) {
  const [busy, setBusy] = useState<string | null>(null)
  async function download(format: 'xliff' | 'csv'): Promise<void> {
    if (format === 'xliff' && state.filters.locale === '' && locales.length !== 1) return void toast.info(t('A file of XLIFF has one language: choose one below first.'), { duration: 6000 })
    setBusy(format)
    try {
      const { data, headers } = await http.request('GET', exportUnits.path, { params: { ...state.query, format }, as: 'blob' })
      const url = URL.createObjectURL(data as Blob)
      const link = document.createElement('a')
      link.href = url
      link.download = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? `texts.${format}`
      link.click()
      // The browser reads it after this turn.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    } catch {
      // The client has said what went wrong.
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {(['xliff', 'csv'] as const).map((format) => (
        <Button key={format} variant="default" leftSection={<IconDownload size={15} aria-hidden />} loading={busy === format} onClick={() => void download(format)}>
          {format === 'xliff' ? t('Export XLIFF') : t('Export CSV')}
        </Button>
      ))}
    </>
  )
}
