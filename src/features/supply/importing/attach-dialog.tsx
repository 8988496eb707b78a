import { useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { ChooseRecordDialog } from '../../../ui/resource/choose-record-dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { readMembers, writeMembers } from '../../aliases/alias.endpoints.ts'
import { aliasField, membersWith } from '../../aliases/attached-products.ts'

interface AttachDialogProps {
  /** The imported products of the codes. */
  readonly productIds: readonly number[]
  readonly onClose: () => void
  readonly onAttached: (n: number) => void
}

/** Puts imported products behind a page that customers know already, after its current ones. */
export function AttachDialog({ productIds, onClose, onAttached }: AttachDialogProps) {
  const [aliasId, setAliasId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const params = { id: aliasId ?? 0 }
  const { data, isFetching, refetch } = useAnswer(readMembers, { params, enabled: aliasId !== null, staleTime: 0 })
  const write = useCommand(writeMembers, { quiet: [409, 422] })

  async function submit(): Promise<void> {
    if (aliasId === null) return setProblem(t('Choose an alias.'))
    if (!data) return void refetch()
    const { added, input } = membersWith(data.members, productIds)
    if (added.length === 0) return setProblem(t('It already fronts all of them.'))
    try {
      await write.mutateAsync({ params, input })
      onAttached(added.length)
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(failure.body.fields?.['members'] ?? failure.message)
      // The next press is for the products as they are now.
      if (failure.status === 409) void refetch()
    }
  }

  return (
    <ChooseRecordDialog
      title={t('Attach {n, plural, one {this product} other {# products}} to an alias', { n: productIds.length })}
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
