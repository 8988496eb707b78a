import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { AuthorshipLine } from './authorship-line.tsx'
import { hasHistory, usedByEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'
import { LinkList, UseList } from './use-lists.tsx'

/** The references to a record, and below them who made the record. */
export function UsedBySection(props: { of: AnyResource; record: AnyRecord }) {
  return hasHistory(props.of) ? (
    <>
      <UsesToOpen {...props} />
      <AuthorshipLine {...props} />
    </>
  ) : null
}

/** Loaded when the user opens it. */
function UsesToOpen({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const isReferred = useResources().some(
    ({ operations, fields }) =>
      operations.includes('list') &&
      Object.values(fields).some((field) => 'to' in field && field.to === resource.name && !field.derived),
  )
  // Where no field can point at it there is nothing to open.
  if (!isReferred && !resource.page) return null
  return (
    <details className={classes['panel']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('Used by')}</h2>
      </summary>
      {isOpen && <Uses resource={resource} record={record} />}
    </details>
  )
}

function Uses({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const { data, error, refetch } = useAnswer(usedByEndpoint(resource), { params: { id: record.id } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Used by')} />
  if (!data)
    return (
      <p role="status" className={classes['quiet']}>
        {t('Looking…')}
      </p>
    )
  return (
    <>
      {data.uses.length === 0 && data.links.length === 0 && !data.hasOthers && (
        <p className={classes['quiet']}>{t('No references.')}</p>
      )}
      <UseList uses={data.uses} id={record.id} />
      {data.links.length > 0 && (
        <>
          <p className={classes['quiet']}>
            {data.hasMoreLinks ? t('Texts that link to it, the first of them:') : t('Texts that link to it:')}
          </p>
          <LinkList links={data.links} />
        </>
      )}
      {data.hasOthers && <p className={classes['quiet']}>{t('Records that you can’t see refer to it too.')}</p>}
    </>
  )
}
