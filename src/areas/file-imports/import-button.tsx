import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { useMay, useSession } from '../../kit/session.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { importShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { mayImport, newImportPath } from './import-paths.ts'

/** Leads to the page on which a file is brought into the list, for those who may write what is in it. */
export function ImportButton({ of: resource }: { of: AnyResource }) {
  const may = useMay()
  const session = useSession()
  const navigateTo = useNavigateTo()
  const isOffered = !session?.viewingAs && mayImport(resource, may)
  const href = newImportPath(resource)
  useShortcut(importShortcut, () => navigateTo(href), isOffered)
  if (!isOffered) return null
  return <Button component="a" href={href} variant="default" leftSection={<IconUpload size={15} aria-hidden />}>{t('Import')}</Button>
}
