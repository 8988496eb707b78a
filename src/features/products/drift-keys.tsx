import { msg, t } from '../../core/i18n/language.ts'
import type { Shortcut } from '../../ui/shortcuts.web.ts'
import { useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { useDriftDecisions } from './drift-decisions.web.ts'

const acceptKey: Shortcut = { keys: 'y', does: msg('Accept the supplier’s change of the row'), group: msg('Lists') }
const keepKey: Shortcut = { keys: 'x', does: msg('Keep our value of the row'), group: msg('Lists') }

/** Decides the change of the row that has the focus by one key, and goes on to the next row. */
export function DriftKeys() {
  const { accept, keep, told } = useDriftDecisions()
  async function decide(how: typeof accept, done: string): Promise<void> {
    const row = document.activeElement?.closest<HTMLElement>('[data-row-id]')
    if (!row) {
      toast.info(t('Go to a row first: press j'))
      return
    }
    const next = row.nextElementSibling ?? row.previousElementSibling
    const id = Number(row.dataset['rowId'])
    if (next instanceof HTMLElement) next.focus()
    const answer = await how([id])
    const [result] = answer?.results ?? []
    if (result?.ok) told(done, [id])
    else if (result) toast.warning(result.message ?? t('Already decided.'))
  }
  useShortcut(acceptKey, () => void decide(accept, t('Supplier’s change accepted')))
  useShortcut(keepKey, () => void decide(keep, t('Our value kept')))
  return null
}
