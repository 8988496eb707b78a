import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { useSeesPersonalData } from '../../ui/resource/personal-data.web.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { downloadEvidencePack } from './evidence-pack.endpoints.ts'

/** All evidence of a dispute as one file: what was or would be sent, the messages and terms behind it, and its files. */
export function DownloadEvidence({ id, reference }: { readonly id: number; readonly reference: string }) {
  const mayExport = useMay()('export', 'purchases')
  const seesFiles = useSeesPersonalData('purchases')
  const [isBusy, setBusy] = useState(false)
  if (!mayExport || !seesFiles) return null
  async function download(): Promise<void> {
    setBusy(true)
    // A failure has been shown by the client already.
    await saveFileOf(pathOf(downloadEvidencePack, { id }), `dispute-${reference}.zip`).catch(() => null)
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void download()}
    >
      {t('Download evidence')}
    </Button>
  )
}
