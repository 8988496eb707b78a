import { msg, t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import type { Shortcut } from '../../ui/shortcuts.web.ts'
import { useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { acceptDrifts, keepDrifts } from './product.endpoints.ts'
import { productDrifts } from './product-drifts.ts'
import { products } from './products.ts'

const acceptKey: Shortcut = { keys: 'y', does: msg('Accept the supplier’s change of the row'), group: msg('Lists') }
const keepKey: Shortcut = { keys: 'x', does: msg('Keep our value of the row'), group: msg('Lists') }
const refresh = [productDrifts, products] as const

/** Decides the change of the row that has the focus by one key, and goes on to the next row. */
export function DriftKeys() {
  const accept = useCommand(acceptDrifts, { refresh })
  const keep = useCommand(keepDrifts, { refresh })
  async function decide(command: typeof accept, done: string): Promise<void> {
    const row = document.activeElement?.closest<HTMLElement>('[data-row-id]')
    if (!row) {
      toast.info(t('Go to a row first: press j'))
      return
    }
    const next = row.nextElementSibling ?? row.previousElementSibling
    const id = Number(row.dataset['rowId'])
    if (next instanceof HTMLElement) next.focus()
    // A failure has been shown by the client already.
    const answer = await command.mutateAsync({ input: { ids: [id] } }).catch(() => null)
    const [result] = answer?.results ?? []
    if (result?.ok) toast.success(done)
    else if (result) toast.warning(result.message ?? t('It has been decided already.'))
  }
  useShortcut(acceptKey, () => void decide(accept, t('Supplier’s change accepted')))
  useShortcut(keepKey, () => void decide(keep, t('Our value kept')))
  return null
}
