import type { ReactNode } from 'react'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { rich } from '../../ui/rich.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { acceptDrifts, keepDrifts } from './drift.endpoints.ts'
import { readOverrides } from './product.endpoints.ts'
import { productDrifts } from './product-drifts.ts'
import { products } from './products.ts'
import classes from './products.module.css'

const refresh = [products, productDrifts] as const

/** An input for a supplier field: read-only until overridden, then with both values and the supplier's changes. */
export const SupplierInput: OwnInput = function SupplierInput({ field, ...props }) {
  const { name, record, draft, setField, onChange, readOnly } = props
  const id = Number(record?.['id'] ?? 0)
  const { data } = useAnswer(readOverrides, {
    params: { id },
    query: { version: String(record?.['version'] ?? '') },
    enabled: id > 0,
  })
  const accept = useCommand(acceptDrifts, { refresh })
  const keep = useCommand(keepDrifts, { refresh })
  const overrides = (draft['overrides'] ?? []) as readonly string[]
  const isOurs = overrides.includes(name)
  const stored = data?.fields.find((one) => one.field === name)
  const drift = data?.drifts.find((one) => one.field === name)
  const label = labelOf(name, field)
  const shown = (value: unknown) => <q>{cellOf(name, field, { ...draft, [name]: value })}</q>
  const isBusy = accept.isPending || keep.isPending

  function override(): void {
    setField?.('overrides', [...overrides, name])
    requestAnimationFrame(() => document.getElementById(`field-${name}`)?.focus())
  }
  function resetToSupplier(): void {
    setField?.(
      'overrides',
      overrides.filter((key) => key !== name),
    )
    // What the server will write: the supplier's stored value, or else the value from before this form was opened.
    onChange(stored ? stored.value : (record?.[name] ?? null))
  }
  async function decide(command: typeof accept, driftId: number, said: string): Promise<void> {
    const answer = await command.mutateAsync({ input: { ids: [driftId] } }).catch(() => null)
    const [result] = answer?.results ?? []
    if (result?.ok) toast.success(said)
    else if (result?.message !== undefined) toast.warning(result.message)
  }

  return (
    <div className={classes['owned']} data-ours={isOurs}>
      {inputOf(field, { ...props, readOnly: readOnly || !isOurs })}
      <div className={classes['owner']} role="group" aria-label={t('Source of {label}', { label })}>
        {isOurs && <span data-mark="ours">{t('Overridden')}</span>}
        {isOurs && stored && !drift && <span>{rich('Supplier value: {value}', { value: shown(stored.value) })}</span>}
        {!isOurs && <span>{t('Supplier value')}</span>}
        {!readOnly && !isOurs && (
          <button
            type="button"
            className={classes['link']}
            onClick={override}
            aria-label={t('Override {label}', { label })}
          >
            {t('Override')}
          </button>
        )}
        {!readOnly && isOurs && (
          <button
            type="button"
            className={classes['link']}
            onClick={resetToSupplier}
            aria-label={t('Reset to supplier: {label}', { label })}
          >
            {t('Reset to supplier')}
          </button>
        )}
        {drift && (
          <DriftDecision
            label={label}
            theirs={shown(drift.theirs)}
            readOnly={readOnly}
            isBusy={isBusy}
            onAccept={() => void decide(accept, drift.id, t('{label} reset to the supplier’s value', { label }))}
            onKeep={() => void decide(keep, drift.id, t('{label} kept at our value', { label }))}
          />
        )}
      </div>
    </div>
  )
}

interface DriftDecisionProps {
  readonly label: string
  /** The supplier's value. */
  readonly theirs: ReactNode
  readonly readOnly: boolean
  readonly isBusy: boolean
  readonly onAccept: () => void
  readonly onKeep: () => void
}

/** A change by the supplier of what is overridden here: theirs or ours. */
function DriftDecision({ label, theirs, readOnly, isBusy, onAccept, onKeep }: DriftDecisionProps) {
  return (
    <>
      <span data-mark="drift">{t('Drift')}</span>
      <span>{rich('The supplier changed it to {value}', { value: theirs })}</span>
      {!readOnly && (
        <>
          <button
            type="button"
            disabled={isBusy}
            className={classes['link']}
            aria-label={t('Accept {label}', { label })}
            onClick={onAccept}
          >
            {t('Accept')}
          </button>
          <button
            type="button"
            disabled={isBusy}
            className={classes['link']}
            aria-label={t('Keep ours: {label}', { label })}
            onClick={onKeep}
          >
            {t('Keep ours')}
          </button>
        </>
      )}
    </>
  )
}
