import { Button } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { ref } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { readMembers, writeMembers } from '../../aliases/alias.endpoints.ts'
import type { aliases } from '../../aliases/aliases.ts'
import classes from './imports.module.css'

const field = ref(nameOf<typeof aliases>('aliases'), {
  required: true,
  label: 'Alias',
  help: 'Products come after those that it fronts already',
})

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
  const { data, isFetching } = useAnswer(readMembers, { params, enabled: aliasId !== null, staleTime: 0 })
  const write = useCommand(writeMembers, { quiet: [409, 422] })

  async function submit(): Promise<void> {
    if (aliasId === null) return setProblem(t('Choose an alias.'))
    if (!data) return
    const seen = data.members.map(({ productId }) => productId)
    const added = productIds.filter((id) => !seen.includes(id))
    if (added.length === 0) return setProblem(t('It fronts all of them already.'))
    const members = data.members.map(({ productId, isPinned }) => ({ productId, isPinned }))
    try {
      await write.mutateAsync({
        params,
        input: { seen, members: [...members, ...added.map((productId) => ({ productId }))] },
      })
      onAttached(added.length)
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['members'] ?? failure.message)
    }
  }

  return (
    <Dialog
      title={t('Attach {n, plural, one {this product} other {# products}} to an alias', { n: productIds.length })}
      onClose={onClose}
      size={460}
    >
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
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
