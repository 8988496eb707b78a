import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { importShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { mayImport, newImportPath } from './import-paths.ts'

/** Links to the page for importing a file into the list, for users who can write its records. */
export function ImportButton({ of: resource }: { of: AnyResource }) {
  const may = useMay()
  const session = useSession()
  const navigateTo = useNavigateTo()
  const isOffered = !session?.viewingAs && mayImport(resource, may)
  const href = newImportPath(resource)
  useShortcut(importShortcut, () => navigateTo(href), isOffered)
  if (!isOffered) return null
  return (
    <Button component="a" href={href} variant="default" leftSection={<IconUpload size={15} aria-hidden />}>
      {t('Import')}
    </Button>
  )
}
