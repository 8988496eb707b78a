import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { BulkEdit } from './bulk-edits.ts'
import { cancelBulkEdit } from './bulk-edits.ts'
import { unwatchBulkEdits } from './bulk-edit-watch.web.ts'
import { ownBulkEditsKey } from './own-bulk-edits.web.ts'

/** Stops a bulk edit. `what` names it for users who can't see which row the button is in. */
export function CancelButton({ edit, what }: { edit: BulkEdit; what: string }) {
  const queries = useQueryClient()
  const cancel = useCommand(cancelBulkEdit)
  return (
    <Button
      variant="default"
      aria-label={t('Cancel: {what}', { what })}
      loading={cancel.isPending}
      onClick={() =>
        cancel.mutate(
          { params: { id: edit.id } },
          {
            onSuccess: ({ changed }) => {
              unwatchBulkEdits([edit.id])
              toast.success(
                t(
                  '{n, plural, =0 {Stopped before anything was changed} one {Stopped; # record had been changed} other {Stopped; # records had been changed}}',
                  { n: changed },
                ),
              )
            },
            onSettled: async () => {
              await queries.invalidateQueries({ queryKey: ownBulkEditsKey })
              await queries.invalidateQueries({ queryKey: [edit.resource] })
            },
          },
        )
      }
    >
      {t('Cancel')}
    </Button>
  )
}
