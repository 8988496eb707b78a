import { ref } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { aliases } from './aliases.ts'

/** Which alias products are attached to. */
export const aliasField = ref(nameOf<typeof aliases>('aliases'), {
  required: true,
  label: 'Alias',
  help: 'Products are added after those it already fronts',
})

interface Member {
  readonly productId: number
  readonly isPinned: boolean
}

/** The products of an alias with some more behind them, as `writeMembers` takes them, and which of those are new to it. */
export function membersWith(current: readonly Member[], productIds: readonly number[]) {
  const seen = current.map(({ productId }) => productId)
  const added = productIds.filter((id) => !seen.includes(id))
  const members = current.map(({ productId, isPinned }) => ({ productId, isPinned }))
  return { added, input: { seen, members: [...members, ...added.map((productId) => ({ productId }))] } }
}
