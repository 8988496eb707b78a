import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { PageFrame } from '../page-frame.tsx'
import type { AnyResource } from '../../core/resource/resource.ts'
import classes from './own-work-list.module.css'
import { useResources } from './resources.tsx'
import { Failure, FormSkeleton } from './states.tsx'

interface Work {
  readonly id: number
  readonly resource: string
  readonly state: string
}

export interface OwnWorkListProps<One extends Work> {
  /** The plural, which names the list. */
  readonly title: string
  /** What to do where there is nothing yet. */
  readonly empty: string
  readonly query: UseQueryResult<readonly One[]>
  /** The contents of one item: first what it is and how far, then what can be done about it. */
  readonly item: (one: One, resource: AnyResource | undefined) => ReactNode
}

/** The jobs the user has left to the server in the last days, the newest first. */
export function OwnWorkList<One extends Work>({
  title,
  empty,
  query: { data, error, refetch },
  item,
}: OwnWorkListProps<One>) {
  const resources = useResources()
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={title} />
  if (!data) return <FormSkeleton />
  if (data.length === 0) return <p className={classes['hint']}>{empty}</p>
  return (
    <ul className={classes['list']} aria-label={title}>
      {data.map((one) => (
        <li key={one.id} className={classes['item']} data-state={one.state}>
          {item(
            one,
            resources.find(({ name }) => name === one.resource),
          )}
        </li>
      ))}
    </ul>
  )
}

/** The same outside of a list. */
export function OwnWorkItem({ children }: { children: ReactNode }) {
  return <div className={classes['item']}>{children}</div>
}

/** The page around it. */
export function OwnWorkPage({ children }: { children: ReactNode }) {
  return (
    <PageFrame>
      <Suspense fallback={<FormSkeleton />}>{children}</Suspense>
    </PageFrame>
  )
}
