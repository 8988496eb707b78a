import { Button } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
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
  return (
    <Button variant="default" loading={command.isPending} onClick={() => void run()}>
      {t('Make default')}
    </Button>
  )
}
