import { useQueryClient } from '@tanstack/react-query'
import { pathOf } from '../../core/http/endpoint.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { AliasMembers } from './alias.endpoints.ts'
import { readComparison, readMembers, sellProduct } from './alias.endpoints.ts'
import { aliases } from './aliases.ts'

/**
 * Pins a product of a page and switches the policy to the pin, then reports what is sold. Returns null if it was
 * refused; the refusal has been shown by then.
 */
export function useSellProduct(alias: AnyRecord): {
  readonly isPending: boolean
  sell(productId: number): Promise<AliasMembers | null>
} {
  const queries = useQueryClient()
  const command = useCommand(sellProduct, { refresh: [aliases] })
  const params = { id: alias.id }
  return {
    isPending: command.isPending,
    async sell(productId) {
      const answer = await command.mutateAsync({ params, input: { productId } }).catch(() => null)
      if (answer) toastChoice(answer, productId)
      await Promise.all(
        [readMembers, readComparison].map((endpoint) =>
          queries.invalidateQueries({ queryKey: [pathOf(endpoint, params)] }),
        ),
      )
      return answer
    },
  }
}

/** A page's policy, in the words of the form: `Cheapest`. */
export function policyWords(policy: string): string {
  return choiceLabelOf(aliases.fields.selectionPolicy, policy)
}

/** Reports whether a product that was just pinned is sold, and if not, what is sold and why. */
export function toastChoice({ choice, members, policy }: AliasMembers, productId: number): void {
  const titleOf = (id: number) => members.find((member) => member.productId === id)?.title ?? ''
  const name = titleOf(productId)
  if (!choice)
    return void toast.warning(
      t('{name} is pinned, but the page has nothing to sell: none of its products is live.', { name }),
    )
  if (choice.productId === productId)
    return void toast.success(
      t('{name} is pinned and sold now, from {price}.', {
        name,
        price: formatMoney(choice.fromPrice, choice.currency),
      }),
    )
  const sold = titleOf(choice.productId)
  toast.warning(
    policy === 'pinned'
      ? t('{name} is pinned, but not live: {sold} is sold instead.', { name, sold })
      : t('{name} is pinned, but that does not count: the page sells “{policy}”, which is {sold}.', {
          name,
          policy: policyWords(policy),
          sold,
        }),
    { duration: 8000 },
  )
}
