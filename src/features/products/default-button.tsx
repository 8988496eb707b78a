import { IconStar } from '@tabler/icons-react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { makeDefaultOption } from './option.endpoints.ts'
import { productOptions } from './product-options.ts'
import { products } from './products.ts'

const refresh = [productOptions, products] as const

/** Makes this option the default instead of the current one. */
export function DefaultButton({ option }: { option: AnyRecord }) {
  const command = useCommand(makeDefaultOption, { refresh })
  async function run(): Promise<void> {
    const answer = await command.mutateAsync({ params: { id: option.id } }).catch(() => null)
    if (answer) toast.success(t('{title} is the default now', { title: String(option['title']) }))
  }
  return <CommandButton label={t('Make default')} icon={IconStar} isBusy={command.isPending} run={() => void run()} />
}
