import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { shownColumns } from '../../../core/list/list-fields.ts'
import { ExportDialog } from '../../../platform/transfer/export-dialog.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'

/** The file of a list, with the selected rows alone, in the list's columns and order. */
export function ExportSelectedDialog({
  of: resource,
  records,
  shown,
  onClose,
}: CommandProps & { onClose: () => void }) {
  const [ids] = useState(() => records.map(({ id }) => id))
  return (
    <ExportDialog
      of={resource}
      query={{ filter: { id: ids }, ...(shown?.sort && { sort: shown.sort }) }}
      columns={shown?.columns ?? shownColumns(resource).map(({ key }) => key)}
      total={ids.length}
      isCapped={false}
      which={t('Selected rows only.')}
      onClose={onClose}
    />
  )
}
