import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { fromCsvCell } from '../../core/csv.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import classes from './file-imports.module.css'
import type { FileImport, ImportRow, RowResult } from './file-imports.ts'
import { listImportRows } from './file-imports.ts'
import { nameOf, reasonsOf, resultWords, shownValue } from './import-labels.ts'

/** Rows that the server answers with at a time. */
const pageRows = 50
/** Cells of a new record that are shown; the file has the others. */
const shownCells = 6

/** The rows of a file by what they do, chosen by buttons that count them. */
export function RowTable({
  one,
  resource,
  counts,
}: {
  one: FileImport
  resource: AnyResource
  counts: readonly (readonly [RowResult, number])[]
}) {
  const [chosen, setChosen] = useState<RowResult | null>(null)
  const result =
    chosen !== null && counts.some(([known]) => known === chosen)
      ? chosen
      : ((counts.find(([known, count]) => known === 'refused' && count > 0) ??
          counts.find(([, count]) => count > 0) ??
          counts[0])?.[0] ?? 'refused')
  return (
    <>
      <div className={classes['counts']} role="group" aria-label={t('Rows')}>
        {counts.map(([known, count]) => (
          <Button key={known} variant="default" aria-pressed={known === result} onClick={() => setChosen(known)}>
            {t(resultWords[known])} {formatNumber(count)}
          </Button>
        ))}
      </div>
      <Rows key={result} one={one} resource={resource} result={result} />
    </>
  )
}

function Rows({ one, resource, result }: { one: FileImport; resource: AnyResource; result: RowResult }) {
  const path = pathOf(listImportRows, { id: one.id })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, one.state, one.rowsDone, result],
    queryFn: async ({ pageParam, signal }) =>
      (await http.request('GET', path, { params: { result, after: pageParam }, signal })).data as readonly ImportRow[],
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageRows ? undefined : page.at(-1)?.number),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Rows')} />
  if (!data) return <FormSkeleton />
  const rows = data.pages.flat()
  const words = t(resultWords[result])
  if (rows.length === 0) return <p className={classes['hint']}>{t('No rows.')}</p>
  return (
    <>
      <div className={classes['scroll']} role="region" aria-label={words} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Record')}</th>
              <th scope="col">{words}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RowLine key={row.number} row={row} one={one} resource={resource} />
            ))}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more rows')}
          </Button>
        </div>
      )}
    </>
  )
}

function RowLine({ row, one, resource }: { row: ImportRow; one: FileImport; resource: AnyResource }) {
  const paths = useRecordPaths()
  const title = one.mapping.indexOf(resource.title)
  const name =
    (title === -1 ? '' : fromCsvCell(row.cells[title] ?? '')) || (row.recordId === null ? t('New') : `#${row.recordId}`)
  const href = row.recordId === null ? null : paths(resource.name, 'update', row.recordId)
  return (
    <tr>
      <td>{formatNumber(row.number)}</td>
      <td className={classes['record']}>
        {href === null ? (
          <bdi>{name}</bdi>
        ) : (
          <a className={classes['link']} href={href}>
            <bdi>{name}</bdi>
          </a>
        )}
      </td>
      <td>
        <RowDetails row={row} one={one} resource={resource} />
      </td>
    </tr>
  )
}

function RowDetails({ row, one, resource }: { row: ImportRow; one: FileImport; resource: AnyResource }) {
  if (row.problems.length > 0) {
    return (
      <ul className={classes['changes']}>
        {reasonsOf(row).map(({ message, cells }) => (
          <li key={message}>
            {cells.map(({ column, value }) => (
              <Fragment key={column}>
                <span className={classes['key']}>{column}</span>{' '}
                {value !== '' && (
                  <del>
                    <bdi>{value}</bdi>
                  </del>
                )}{' '}
              </Fragment>
            ))}
            <span className={classes['problem']}>{message}</span>
          </li>
        ))}
      </ul>
    )
  }
  if (row.changes.length > 0) {
    return (
      <ul className={classes['changes']}>
        {row.changes.map(({ key, before, after, beside = [] }) => (
          <li key={key}>
            <span className={classes['key']}>{nameOf(resource, key)}</span>{' '}
            <del>
              <bdi>{shownValue(resource, key, before, beside[0])}</bdi>
            </del>{' '}
            →{' '}
            <ins>
              <bdi>{shownValue(resource, key, after, beside[1])}</bdi>
            </ins>
          </li>
        ))}
      </ul>
    )
  }
  if (row.result === 'unchanged') return <span className={classes['hint']}>{t('Unchanged')}</span>
  const cells = one.headings.flatMap((heading, at) =>
    one.mapping[at] && row.cells[at] ? [[heading, fromCsvCell(row.cells[at])] as const] : [],
  )
  return (
    <ul className={classes['changes']}>
      {cells.slice(0, shownCells).map(([heading, cell]) => (
        <li key={heading}>
          <span className={classes['key']}>{heading}</span> <bdi>{cell}</bdi>
        </li>
      ))}
      {cells.length > shownCells && (
        <li className={classes['key']}>{t('and {n} more', { n: cells.length - shownCells })}</li>
      )}
    </ul>
  )
}
