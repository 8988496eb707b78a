import { useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { FileImport } from './file-imports.ts'
import { isAtWork } from './file-imports.ts'
import { importPath } from './import-paths.ts'
import { stateWords } from './import-labels.ts'
import { takeEndedImports } from './import-watching.web.ts'
import { useOwnImports } from './own-file-imports.web.ts'

/** How long the offer to open it stays, in milliseconds. */
const offered = 20_000

/** Says when the server has done with a file. Only there while one is at work. */
export function ImportWatch() {
  const { data } = useOwnImports(true)
  useEffect(() => {
    // No toast for an import that is on screen.
    for (const one of takeEndedImports(data, isAtWork)) if (!isOnScreen(one)) tell(one)
  }, [data])
  return null
}

function isOnScreen({ id }: FileImport): boolean {
  return `${window.location.pathname}${window.location.search}` === importPath(id)
}

function tell(one: FileImport): void {
  if (one.state === 'cancelled') return
  const words = `${one.fileName}: ${stateWords(one)}`
  const options = {
    duration: offered,
    // This component is outside the pages and so has no router; a page with unsaved changes still asks.
    action: { label: t('Open the import'), run: () => window.location.assign(importPath(one.id)) },
  }
  if (one.state === 'failed') toast.error(words, options)
  else toast.success(words, options)
}
