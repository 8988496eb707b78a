import { IconPencilBolt } from '@tabler/icons-react'
import { t } from '../../../core/i18n/language.ts'
import { CommandButton } from '../../../ui/resource/command.tsx'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import type { CommandProps } from '../../../ui/resource/screen-parts.web.ts'

/** From an order's read-only page to what can be done with it. */
export function UpdateOrderButton({ records: [record] }: CommandProps) {
  const paths = useRecordPaths()
  const href = record && paths('purchases', `update-${String(record['kind'])}`, record.id)
  return href ? <CommandButton label={t('Update')} icon={IconPencilBolt} place="primary" href={href} /> : null
}
