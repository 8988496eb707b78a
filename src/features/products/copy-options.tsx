import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { CommandButton } from '../../ui/resource/command.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { copyOptions } from './option.endpoints.ts'
import { productAgeBands } from './product-age-bands.ts'
import { productOptions } from './product-options.ts'
import { products } from './products.ts'
import classes from './products.module.css'
import { nameOf } from '../../core/resource/resource-name.ts'

interface CopyProps {
  readonly options: readonly AnyRecord[]
  readonly onDone?: () => void
}

/** Copies options to their own products or to another one, where they stay inactive until activated. */
export function CopyOptions(props: CopyProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CommandButton label={t('Copy…')} icon={IconCopy} opensDialog run={() => setOpen(true)} />
      {isOpen && <CopyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const field = ref(nameOf<typeof products>('products'), {
  label: 'To the product',
  help: 'Blank copies each to its own product',
})
const refresh = [productOptions, productAgeBands, products] as const

function CopyDialog({ options, onDone, onClose }: CopyProps & { onClose: () => void }) {
  const [productId, setProductId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const mayChoose = useMay()('ui', 'products')
  const copy = useCommand(copyOptions, { refresh, quiet: [422] })

  async function submit(): Promise<void> {
    try {
      const { results } = await copy.mutateAsync({ input: { ids: options.map(({ id }) => id), productId } })
      const refused = results.filter(({ ok }) => !ok)
      const n = results.length - refused.length
      if (n > 0) toast.success(t('{n, plural, one {# copy} other {# copies}} created, not active yet', { n }))
      onClose()
      onDone?.()
      if (refused.length > 0) {
        const titles = new Map(options.map((option) => [option.id, String(option['title'])]))
        await alertBox(
          refused
            .slice(0, 20)
            .map(({ id, message = '' }) => `${titles.get(id) ?? id}: ${message}`)
            .join('\n'),
          t('{n, plural, one {# option} other {# options}} not copied', { n: refused.length }),
          { type: 'warning' },
        )
      }
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['productId'] ?? failure.message)
    }
  }

  return (
    <Dialog
      title={t('Copy {n, plural, one {this option} other {# options}}', { n: options.length })}
      onClose={onClose}
      isBusy={copy.isPending}
      size={460}
    >
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        <p>
          {t(
            'A copy has everything but the code and the default. It goes on sale once you activate it. Its own age bands are copied too; bands of every option stay with their product.',
          )}
        </p>
        {mayChoose &&
          inputOf(field, {
            name: 'productId',
            value: productId,
            error: problem,
            errors: {},
            readOnly: false,
            draft: { productId },
            record: null,
            onChange: (value) => {
              setProductId(typeof value === 'number' ? value : null)
              setProblem(undefined)
            },
          })}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={copy.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={copy.isPending}>
            {t('Copy')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
