import { Button } from '@mantine/core'
import { useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useRecord, useSave } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { UnmappedTag } from './tag.endpoints.ts'
import classes from './tags.module.css'
import { tags } from './tags.ts'
import { nameOf } from '../../core/resource/resource-name.ts'

const field = ref(nameOf<typeof tags>('tags'), {
  required: true,
  label: 'Tag',
  help: 'For tours. Products with the supplier’s tag get it from now on.',
})

/** Maps a supplier's tag to one of ours. */
export function MapDialog({
  tag,
  name,
  onClose,
  onDone,
}: {
  tag: UnmappedTag
  name: string
  onClose: () => void
  onDone: () => void
}) {
  const [id, setId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const { data: chosen, isFetching, refetch } = useRecord(tags, id)
  const save = useSave(tags)

  async function submit(): Promise<void> {
    if (id === null) return setProblem(t('Choose a tag.'))
    if (!chosen) return void refetch()
    if (chosen.kind !== 'tour')
      return setProblem(t('{name} is a tag of events: products have those of tours.', { name: chosen.name }))
    try {
      await save.mutateAsync({
        current: chosen,
        draft: { supplierTags: [...chosen.supplierTags, { supplier: tag.supplier, code: tag.code }] },
      })
      toast.success(t('{tag} is mapped to {name}', { tag: name, name: chosen.name }))
      onDone()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setProblem(failure.body.fields?.['supplierTags'] ?? failure.message)
      // The next press is for the tag as it is now.
      if (failure.status === 412) void refetch()
    }
  }

  return (
    <Dialog title={t('Map {tag}', { tag: name })} onClose={onClose} isBusy={save.isPending} size={440}>
      <form
        noValidate
        className={classes['mapping']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {inputOf(field, {
          name: 'tagId',
          value: id,
          error: problem,
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
          onChange: (value) => {
            setId(typeof value === 'number' ? value : null)
            setProblem(undefined)
          },
        })}
        <div className={classes['buttons']}>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending || (id !== null && isFetching)}>
            {t('Map')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
