import { Button } from '@mantine/core'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../core/http/endpoint.ts'
import { ref } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './reassign.module.css'
import { CommandButton } from '../../ui/resource/command.tsx'

/** Gives what belongs to one record to another and answers how many there were. */
type ReassignCommand = Endpoint<
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType<{ toId: number }, { toId: number }>,
  z.core.$ZodType<{ moved: number }>
>

interface ReassignProps {
  record: AnyRecord
  of: AnyResource
  command: ReassignCommand
  /** The label of the button and the title of the dialog. */
  label: string
  said: (count: number) => string
}

/** Moves what belongs to one record to another, which is required before the record is deleted or archived. */
export function ReassignButton(props: ReassignProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CommandButton label={props.label} icon={IconArrowsRightLeft} opensDialog run={() => setOpen(true)} />
      {isOpen && <ReassignDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReassignDialog({
  record,
  of: resource,
  command,
  label,
  said,
  onClose,
}: ReassignProps & { onClose: () => void }) {
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
    <Dialog title={label.replace('…', '')} onClose={onClose} isBusy={move.isPending} size={440}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{t('From {title} to another:', { title: String(record[resource.title]) })}</p>
        {inputOf(ref(resource, { label: resource.label[0], required: true }), {
          name: 'toId',
          value: toId,
          error: problem,
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
          onChange: (value) => {
            setToId(typeof value === 'number' ? value : null)
            setProblem(undefined)
          },
        })}
        <div className={classes['end']}>
          <Button variant="default" disabled={move.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={move.isPending}>
            {t('Move')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
