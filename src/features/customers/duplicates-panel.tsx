import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../ui/resource/fresh-sign-in.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Waiting } from '../../ui/resource/states.tsx'
import type { Duplicate } from './customer-merges.endpoints.ts'
import { listDuplicates } from './customer-merges.endpoints.ts'
import classes from './customers.module.css'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

const evidenceLabels: Readonly<Record<Duplicate['evidence'][number], string>> = {
  email: msg('Same mailbox'),
  phone: msg('Same phone'),
  name: msg('Same name and country'),
}

/** Other records that look like the same person; nothing where none does. */
export function DuplicatesOfCustomer({ id }: { readonly id: number }) {
  const may = useMay()
  const paths = useRecordPaths()
  const { data, refetch } = useAnswer(listDuplicates, { params: { id } })
  const [from, setFrom] = useState<number | null>(null)
  if (!data) return <Waiting />
  if (data.length === 0) return null
  const merge = async (other: number) => {
    if (await confirmFreshSignIn(t('merge customers'))) setFrom(other)
  }
  return (
    <section className={classes['panel']} aria-label={t('Possible duplicates')}>
      <h2>{t('Possible duplicates')}</h2>
      <ul className={classes['list']}>
        {data.map(({ customer, evidence }) => (
          <li key={customer.id} className={classes['line']}>
            <div>
              <a href={`${paths('customers', 'update') ?? ''}?id=${customer.id}`}>{customer.name}</a>
              <span className={classes['small']}>{customer.email}</span>
              <span className={classes['small']}>
                {listOf(evidence.map((one) => t(evidenceLabels[one])))}
                {' · '}
                {t('{n, plural, one {# purchase} other {# purchases}}', { n: customer.purchases })}
              </span>
            </div>
            {may('write', 'users') && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t('Merge customer {id}', { id: customer.id })}
                onClick={() => void merge(customer.id)}
              >
                {t('Merge…')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {from !== null && (
        <Suspense>
          <MergeDialog
            id={id}
            from={from}
            onClose={() => {
              setFrom(null)
              void refetch()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
