import { Button } from '@mantine/core'
import { useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { readMembers, writeMembers } from './alias.endpoints.ts'
import { aliases } from './aliases.ts'
import { products } from '../products/products.ts'
import classes from './product-aliases.module.css'
import { nameOf } from '../../core/resource/resource-name.ts'

const field = ref(nameOf<typeof aliases>('aliases'), {
  required: true,
  label: 'Alias',
  help: 'Products come after those that it fronts already',
})
const refresh = [products, aliases] as const

/** Adds products to a public page, after its current ones. */
export function AttachDialog({
  products: chosen,
  onClose,
  onDone,
}: {
  products: readonly AnyRecord[]
  onClose: () => void
  onDone?: (() => void) | undefined
}) {
  const [aliasId, setAliasId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const { data, isFetching } = useAnswer(readMembers, {
    params: { id: aliasId ?? 0 },
    enabled: aliasId !== null,
    staleTime: 0,
  })
  const write = useCommand(writeMembers, { refresh, quiet: [409, 422] })
  const present = data?.members.map(({ productId }) => productId) ?? []
  const added = chosen.map(({ id }) => id).filter((id) => !present.includes(id))

  async function submit(): Promise<void> {
    if (aliasId === null) return setProblem(t('Choose an alias.'))
    if (!data) return
    if (added.length === 0) return setProblem(t('It fronts all of them already.'))
    try {
      const members = data.members.map(({ productId, isPinned }) => ({ productId, isPinned }))
      await write.mutateAsync({
        params: { id: aliasId },
        input: { seen: present, members: [...members, ...added.map((productId) => ({ productId }))] },
      })
      toast.success(t('{n, plural, one {# product} other {# products}} attached', { n: added.length }))
      onClose()
      onDone?.()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['members'] ?? failure.message)
    }
  }

  return (
    <Dialog
      title={t('Attach {n, plural, one {this product} other {# products}} to an alias', { n: chosen.length })}
      onClose={onClose}
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
        {inputOf(field, {
          name: 'aliasId',
          value: aliasId,
          error: problem,
          errors: {},
          readOnly: false,
          draft: { aliasId },
          record: null,
          onChange: (value) => {
            setAliasId(typeof value === 'number' ? value : null)
            setProblem(undefined)
          },
        })}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={write.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={write.isPending || isFetching}>
            {t('Attach')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
