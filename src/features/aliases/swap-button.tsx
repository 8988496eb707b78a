import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { swapProduct } from './alias.endpoints.ts'
import classes from './aliases.module.css'
import { aliases } from './aliases.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from '../products/products.ts'

interface SwapProps {
  selected: readonly AnyRecord[]
  onDone: () => void
}

/** Puts one product in the place of another on every page that is selected. */
export function SwapButton(props: SwapProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsExchange size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Swap product…')}
      </Button>
      {isOpen && <SwapDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const fields = {
  fromId: ref(nameOf<typeof products>('products'), { required: true, label: 'Product to remove' }),
  toId: ref(nameOf<typeof products>('products'), {
    required: true,
    label: 'Replacement product',
    help: 'It takes the position and the pin.',
  }),
}
type Key = keyof typeof fields

function SwapDialog({ selected, onDone, onClose }: SwapProps & { onClose: () => void }) {
  const [values, setValues] = useState<Partial<Record<Key, number>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const swap = useCommand(swapProduct, { refresh: [aliases], quiet: [422] })

  async function submit(): Promise<void> {
    const { fromId, toId } = values
    if (fromId === undefined || toId === undefined) {
      return setProblems({
        ...(fromId === undefined && { fromId: t('Choose a product.') }),
        ...(toId === undefined && { toId: t('Choose a product.') }),
      })
    }
    try {
      const { results } = await swap.mutateAsync({ input: { ids: selected.map(({ id }) => id), fromId, toId } })
      const refused = results.filter(({ ok }) => !ok)
      const done = results.length - refused.length
      if (done > 0) toast.success(t('{n, plural, one {# alias} other {# aliases}} sold again', { n: done }))
      onClose()
      onDone()
      if (refused.length > 0) await showRefused(refused, selected)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblems(failure.body.fields ?? { fromId: failure.message })
    }
  }

  return (
    <Dialog title={t('Swap product')} onClose={onClose} isBusy={swap.isPending} size={460}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t('On {n, plural, one {# alias} other {# aliases}}. Those that don’t sell the first product don’t change.', {
            n: selected.length,
          })}
        </p>
        {(Object.keys(fields) as Key[]).map((key) => (
          <div key={key}>
            {inputOf(fields[key], {
              name: key,
              value: values[key] ?? null,
              error: problems[key],
              errors: {},
              readOnly: false,
              draft: {},
              record: null,
              onChange: (value) => {
                setValues((before) => ({ ...before, [key]: typeof value === 'number' ? value : undefined }))
                setProblems({})
              },
            })}
          </div>
        ))}
        <div className={classes['end']}>
          <Button variant="default" disabled={swap.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={swap.isPending}>
            {t('Swap')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The pages that stayed as they were, each with its reason. */
async function showRefused(
  refused: readonly { readonly id: number; readonly message?: string | undefined }[],
  selected: readonly AnyRecord[],
): Promise<void> {
  const titles = new Map(selected.map((record) => [record.id, String(record['title'])]))
  await alertBox(
    refused
      .slice(0, 20)
      .map(({ id, message = '' }) => `${titles.get(id) ?? id}: ${message}`)
      .join('\n'),
    t('{n, plural, one {# alias} other {# aliases}} left as before', { n: refused.length }),
    { type: 'warning' },
  )
}
