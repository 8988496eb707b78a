import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { ChooseRecordDialog } from '../../ui/resource/choose-record-dialog.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { products } from '../products/products.ts'
import { readMembers, writeMembers } from './alias.endpoints.ts'
import { aliases } from './aliases.ts'
import { aliasField, membersWith } from './attached-products.ts'

const refresh = [products, aliases] as const

interface AttachDialogProps {
  products: readonly AnyRecord[]
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Adds products to a public page, after its current ones. */
export function AttachDialog({ products: chosen, onClose, onDone }: AttachDialogProps) {
  const [aliasId, setAliasId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const params = { id: aliasId ?? 0 }
  const { data, isFetching, refetch } = useAnswer(readMembers, { params, enabled: aliasId !== null, staleTime: 0 })
  const write = useCommand(writeMembers, { refresh, quiet: [409, 422] })

  async function submit(): Promise<void> {
    if (aliasId === null) return setProblem(t('Choose an alias.'))
    if (!data) return void refetch()
    const { added, input } = membersWith(
      data.members,
      chosen.map(({ id }) => id),
    )
    if (added.length === 0) return setProblem(t('It already fronts all of them.'))
    try {
      await write.mutateAsync({ params, input })
      toast.success(t('{n, plural, one {# product} other {# products}} attached', { n: added.length }))
      onClose()
      onDone?.()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(failure.body.fields?.['members'] ?? failure.message)
      // The next press is for the products as they are now.
      if (failure.status === 409) void refetch()
    }
  }

  return (
    <ChooseRecordDialog
      title={t('Attach {n, plural, one {this product} other {# products}} to an alias', { n: chosen.length })}
      field={aliasField}
      name="aliasId"
      value={aliasId}
      problem={problem}
      action={t('Attach')}
      isBusy={write.isPending || isFetching}
      onChange={(id) => {
        setAliasId(id)
        setProblem(undefined)
      }}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}
