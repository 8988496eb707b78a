import { t } from '../../core/i18n/language.ts'
import { ConnectionDialog } from '../../platform/outbound/connection-dialog.tsx'
import type { TicketConnection } from './ticket-connections.endpoints.ts'
import { useSaveConnection } from './ticket-connections.web.ts'

interface TicketConnectionDialogProps {
  readonly connection: TicketConnection
  readonly onClose: () => void
}

/** How a provider of tickets is connected. One that never was is switched on by what is saved first. */
export function TicketConnectionDialog({ connection, onClose }: TicketConnectionDialogProps) {
  const save = useSaveConnection(connection.code)
  return (
    <ConnectionDialog
      name={connection.name}
      switchLabel={t('Connection on')}
      stored={{ ...connection, isEnabled: connection.source === 'none' || connection.isEnabled }}
      needs={connection.needs}
      isSaving={save.isPending}
      onSave={save.mutateAsync}
      onClose={onClose}
    />
  )
}
