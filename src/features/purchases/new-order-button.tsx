import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { purchases } from './purchases.ts'

/** The way to the page where staff sell by phone, for those who can. */
export function NewOrderButton() {
  const mayWrite = useMay()('write', purchases.access.object)
  const path = useRecordPaths()(purchases.name, 'new')
  if (!mayWrite || path === null) return null
  return (
    <Button component="a" href={path} leftSection={<IconPlus size={15} aria-hidden />}>
      {t('New order')}
    </Button>
  )
}
