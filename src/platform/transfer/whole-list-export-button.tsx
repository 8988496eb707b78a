import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { exportShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import type { WholeListExport } from './whole-list-export.ts'

/** Saves the rows of a list that is read whole as they are shown, for users who can export them. Null: not there yet. */
export function WholeListExportButton({ of, rows }: { of: WholeListExport; rows: readonly string[] | null }) {
  const may = useMay()
  const session = useSession()
  const mayExport = !session?.viewingAs && Array.isArray(of.access) && may('export', of.access[0])
  const isReady = mayExport && Boolean(rows?.length)
  useShortcut(exportShortcut, () => void save(), isReady)
  if (!mayExport) return null

  async function save(): Promise<void> {
    const params = new URLSearchParams({ rows: rows?.join('\n') ?? '' })
    await saveFileOf(`${of.path}?${params}`, `${of.each?.name}.csv`).catch(() => {})
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      disabled={!isReady}
      onClick={() => void save()}
    >
      {t('Export CSV')}
    </Button>
  )
}
