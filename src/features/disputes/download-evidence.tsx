import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { may } from '../../core/access/access.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { downloadEvidencePack } from './evidence-pack.endpoints.ts'

/** All evidence of a dispute as one file: what was or would be sent, the messages and terms behind it, and its files. */
export function DownloadEvidence({ id, reference }: { readonly id: number; readonly reference: string }) {
  const grants = useSession()?.grants
  const [isBusy, setBusy] = useState(false)
  if (!grants || !may(grants, 'export', 'purchases') || !seesPersonalData(grants, 'purchases')) return null
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
