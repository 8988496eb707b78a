import { useEffect } from 'react'
import { recordIdIn } from '../../core/record-id.ts'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { recordPageOf } from './record-page.web.ts'

/** Where letters lead: to the page of the record, which only the console knows, or to /404 without access. */
export function NoticePage() {
  const [{ of = '', id = '', at }] = useRouteQuery()
  const paths = useRecordPaths()
  const go = useNavigateTo()
  const address = recordPageOf(paths, of, recordIdIn(id), at === undefined ? '' : `#${at}`) ?? '/404'
  useEffect(() => go(address, { replace: true }), [address, go])
  return <PageSkeleton />
}
