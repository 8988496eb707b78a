import { Button } from '@mantine/core'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { ref } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './catalogue.module.css'
import type { reassignBylines, reassignProducts, reassignSubcategories } from './section-calls.ts'

interface ReassignProps {
  record: AnyRecord
  of: AnyResource
  command: typeof reassignBylines | typeof reassignProducts | typeof reassignSubcategories
  /** What the button says, and the dialog's title. */
  label: string
  said: (count: number) => string
}

/** Gives what belongs to one record to another: what has to be done before it is deleted or archived. */
export function ReassignButton(props: ReassignProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconArrowsRightLeft size={15} aria-hidden />} onClick={() => setOpen(true)}>{props.label}</Button>
      {isOpen && <ReassignDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReassignDialog({ record, of: resource, command, label, said, onClose }: ReassignProps & { onClose: () => void }) {
  const [toId, setToId] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const move = useCommand(command, { refresh: [resource], quiet: [403, 409, 422] })
  async function submit(): Promise<void> {
    if (toId === null) return setProblem(t('Choose to which.'))
    try {
      const { moved } = await move.mutateAsync({ params: { id: record.id }, input: { toId } })
      toast.success(said(moved))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['toId'] ?? failure.message)
    }
  }
  return (
    <Dialog title={label.replace('…', '')} onClose={onClose} size={440}>
      <form noValidate className={classes['dialog']} onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}>
        <p>{t('From {title} to another:', { title: String(record[resource.title]) })}</p>
        {inputOf(ref(resource.name, { label: resource.label[0], required: true }), {
          name: 'toId', value: toId, error: problem, errors: {}, readOnly: false, draft: {}, record: null,
          onChange: (value) => {
            setToId(typeof value === 'number' ? value : null)
            setProblem(undefined)
          },
        })}
        <div className={classes['end']}>
          <Button variant="default" disabled={move.isPending} onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" loading={move.isPending}>{t('Move')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
