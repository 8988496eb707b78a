import { useMemo } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { ConnectionDialog } from '../../../platform/outbound/connection-dialog.tsx'
import { useCommand } from '../../../ui/resource/client.web.ts'
import type { Connection } from './import.endpoints.ts'
import { importEndpoints } from './import.endpoints.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface SupplierConnectionDialogProps {
  readonly supplier: SupplierFacts
  readonly connection: Connection
  readonly onClose: () => void
}

/** How a supplier is connected. */
export function SupplierConnectionDialog({ supplier, connection, onClose }: SupplierConnectionDialogProps) {
  const { saveConnection } = useMemo(() => importEndpoints(supplier), [supplier])
  const save = useCommand(saveConnection, { quiet: [409, 422] })
  return (
    <ConnectionDialog
      name={supplier.name}
      switchLabel={t('Imports on')}
      stored={connection}
      needs={supplier.connection.map((field) => ({ ...field, label: t(field.label) }))}
      note={supplier.currencyNote === null ? null : t(supplier.currencyNote)}
      isSaving={save.isPending}
      onSave={(input) => save.mutateAsync({ input })}
      onClose={onClose}
    />
  )
}
