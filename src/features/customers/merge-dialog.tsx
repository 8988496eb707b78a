import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatInstant, formatNumber, listOf, nameOf as wordOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { ref } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import type { CustomerMergePreview, CustomerToMerge, MergedField } from './customer-merges.endpoints.ts'
import { mergeCustomers, mergedFields, previewCustomerMerge } from './customer-merges.endpoints.ts'
import { customers } from './customers.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import classes from './merge-dialog.module.css'

interface MergeDialogProps {
  /** The one that stays. */
  readonly id: number
  /** The one that goes; null where it is chosen here. */
  readonly from: number | null
  readonly onClose: () => void
}

const otherField = ref(nameOf<typeof customers>('customers'), { label: 'Merge this customer', required: true })

/** Two records side by side, which values remain, what moves, and why. */
export function MergeDialog({ id, from, onClose }: MergeDialogProps) {
  const [other, setOther] = useState(from)
  const [take, setTake] = useState<ReadonlySet<MergedField>>(new Set())
  const queries = useQueryClient()
  const merge = useCommand(mergeCustomers, { refresh: [customers], quiet: [403, 409, 422] })
  const preview = useAnswer(previewCustomerMerge, {
    params: { id },
    query: { from: String(other) },
    enabled: other !== null,
    quiet: [409, 422],
  })
  return (
    <ReasonDialog
      title={t('Merge customers')}
      description={t('Kept in the audit with your name. Don’t name the customer.')}
      does={t('Merge')}
      width={640}
      isDangerous
      isBusy={merge.isPending}
      isIncomplete={!preview.data}
      run={async (reason) => {
        if (other === null) return
        await merge.mutateAsync({ params: { id }, input: { from: other, take: [...take], reason } })
        toast.success(t('Customers merged'))
        onClose()
        // Orders, credit, consents and notes have come to this page.
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    >
      {from === null &&
        inputOf(otherField, {
          name: 'from',
          value: other,
          draft: {},
          record: null,
          errors: {},
          readOnly: false,
          ...(preview.error && { error: preview.error.message }),
          onChange: (value) => {
            setOther(typeof value === 'number' ? value : null)
            setTake(new Set())
          },
        })}
      {from !== null && preview.error && <p role="alert">{preview.error.message}</p>}
      {other !== null && preview.data && <SideBySide preview={preview.data} take={take} onTake={setTake} />}
    </ReasonDialog>
  )
}

const fieldLabels: Readonly<Record<MergedField, string>> = {
  name: msg('Name'),
  email: msg('Email'),
  phone: msg('Phone'),
  country: msg('Country'),
  locale: msg('Language'),
}
const wordsOf: Readonly<Record<MergedField, (person: CustomerToMerge) => string | null>> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  country: ({ country }) => country && wordOf('region', country),
  locale: ({ locale }) => wordOf('language', locale),
}

interface SideBySideProps {
  readonly preview: CustomerMergePreview
  readonly take: ReadonlySet<MergedField>
  readonly onTake: (take: ReadonlySet<MergedField>) => void
}

function SideBySide({ preview: { into, from, moves }, take, onTake }: SideBySideProps) {
  return (
    <>
      <table className={classes['sides']} aria-label={t('Which values remain')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('Kept: customer {id}', { id: into.id })}</th>
            <th scope="col">{t('Removed: customer {id}', { id: from.id })}</th>
          </tr>
        </thead>
        <tbody>
          {mergedFields.map((field) => (
            <FieldRow key={field} field={field} sides={[into, from]} take={take} onTake={onTake} />
          ))}
          <tr>
            <th scope="row">{t('Customer since')}</th>
            <td>{formatInstant(into.createdAt)}</td>
            <td>{formatInstant(from.createdAt)}</td>
          </tr>
          <tr>
            <th scope="row">{t('Purchases')}</th>
            <td>{formatNumber(into.purchases)}</td>
            <td>{formatNumber(from.purchases)}</td>
          </tr>
        </tbody>
      </table>
      <p>
        {moves.length === 0
          ? t('Nothing to move.')
          : t('Moves: {what}.', {
              what: listOf(moves.map(({ label, count }) => `${label} (${formatNumber(count)})`)),
            })}{' '}
        {t('Tags and risk notes add up. The newest consent counts.')}
      </p>
      {from.status === 'blocked' && into.status !== 'blocked' && (
        <p>{t('Customer {id} is blocked, so the merged customer will be blocked.', { id: from.id })}</p>
      )}
      <p>{t('Orders under either address come to this customer from now on. You can’t undo this.')}</p>
    </>
  )
}

interface FieldRowProps extends Pick<SideBySideProps, 'take' | 'onTake'> {
  readonly field: MergedField
  readonly sides: readonly [CustomerToMerge, CustomerToMerge]
}

/** A value that both have is chosen; one that is missing on one side comes along by itself. */
function FieldRow({ field, sides, take, onTake }: FieldRowProps) {
  const name = useId()
  const values = sides.map(wordsOf[field])
  const isChosen = values[0] !== values[1] && values[0] !== null && values[1] !== null
  return (
    <tr>
      <th scope="row">{t(fieldLabels[field])}</th>
      {values.map((value, side) => {
        const isOther = side === 1
        return (
          <td key={side}>
            {isChosen ? (
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={take.has(field) === isOther}
                  onChange={() => {
                    const next = new Set(take)
                    if (isOther) next.add(field)
                    else next.delete(field)
                    onTake(next)
                  }}
                />{' '}
                {value}
              </label>
            ) : (
              (value ?? '–')
            )}
          </td>
        )
      })}
    </tr>
  )
}
