import { useState } from 'react'
import { formatNumber, nameOf } from '../../kit/formats.ts'
import { labelOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useResources } from '../../kit/screens/resources.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import { hasHistory, usedByEndpoint } from './record-calls.ts'
import classes from './record-history.module.css'

/** What points at a record. Asked for when somebody opens it. */
export function UsedBySection({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  const isReferred = useResources().some(({ operations, fields }) => operations.includes('list')
    && Object.values(fields).some((field) => 'to' in field && field.to === resource.name && !field.derived))
  // Where no field can point at it there is nothing to open.
  if (!(isReferred || resource.page) || !hasHistory(resource)) return null
  return (
    <details className={classes['panel']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary><h2>{t('Used by')}</h2></summary>
      {isOpen && <Uses resource={resource} record={record} />}
    </details>
  )
}

function Uses({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const { data, error, refetch } = useAnswer(usedByEndpoint(resource), { params: { id: record.id } })
  const resources = useResources()
  const paths = useRecordPaths()
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Used by')} />
  if (!data) return <p role="status" className={classes['quiet']}>{t('Looking…')}</p>
  return (
    <>
      {data.uses.length === 0 && data.links.length === 0 && !data.hasOthers && <p className={classes['quiet']}>{t('Nothing refers to it.')}</p>}
      <ul className={classes['uses']}>
        {data.uses.map(({ resource: name, key, count, isCapped }) => {
          const user = resources.find((other) => other.name === name)
          const list = paths(name, 'list')
          const n = formatNumber(count)
          const what = user ? inSentence(t(user.label[count === 1 && !isCapped ? 0 : 1])) : name
          const words = isCapped ? t('More than {n} {what}', { n, what }) : `${n} ${what}`
          const field = user?.fields[key]
          return (
            <li key={`${name} ${key}`}>
              {list === null ? words : <a href={`${list}?${new URLSearchParams({ filter: JSON.stringify({ [key]: record.id }) }).toString()}`}>{words}</a>}
              {field && <span className={classes['quiet']}>{' '}{t('by {key}', { key: labelOf(key, field) })}</span>}
            </li>
          )
        })}
      </ul>
      {data.links.length > 0 && (
        <>
          <p className={classes['quiet']}>{data.hasMoreLinks ? t('Texts that link to it, the first of them:') : t('Texts that link to it:')}</p>
          <ul className={classes['uses']}>
            {data.links.map(({ resource: name, recordId, title, locales }) => {
              const href = paths(name, 'update', recordId)
              const languages = locales.flatMap((code) => (code === null ? [] : [nameOf('language', code)]))
              return (
                <li key={`${name} ${recordId}`}>
                  {href === null ? title : <a href={href}>{title}</a>}
                  <span className={classes['quiet']}>{' '}{[inSentence(t(resources.find((other) => other.name === name)?.label[0] ?? name)), ...languages].join(', ')}</span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {data.hasOthers && <p className={classes['quiet']}>{t('Records that you may not see refer to it too.')}</p>}
    </>
  )
}
