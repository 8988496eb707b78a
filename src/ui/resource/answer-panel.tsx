import type { ReactNode } from 'react'
import classes from './answer-panel.module.css'
import { Failure, PanelSkeleton } from './states.tsx'

/** What a query says of itself, or several as one. */
interface Answer<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

interface AnswerPanelProps<T> {
  readonly title: string
  readonly answer: Answer<T>
  /** Beside the heading: commands of the whole panel. */
  readonly commands?: ReactNode
  readonly className?: string | undefined
  /** Shown until the answer comes, for parts that are mostly shorter than a skeleton. */
  readonly waiting?: ReactNode
  readonly children: (data: T) => ReactNode
}

/**
 * A part of a page that loads by itself, under its heading: a skeleton until its answer is there, then what it says, or why
 * there is none with a way to try again. What was loaded once stays while it is loaded again.
 */
export function AnswerPanel<T>({
  title,
  answer: { data, error, refetch },
  commands,
  className,
  waiting = <PanelSkeleton />,
  children,
}: AnswerPanelProps<T>) {
  return (
    <section
      className={className === undefined ? classes['panel'] : `${classes['panel']} ${className}`}
      aria-label={title}
      aria-busy={data === undefined && !error}
      data-waiting={data === undefined && !error ? '' : undefined}
    >
      <div className={classes['head']}>
        <h2>{title}</h2>
        {commands}
      </div>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} what={title} />
      ) : (
        waiting
      )}
    </section>
  )
}
