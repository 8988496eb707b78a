import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { EmptyTicket } from '../tickets.tsx'
import { inSentence } from '../../core/resource/resource.ts'
import classes from './list.module.css'

interface EmptyProps {
  resource: AnyResource
  isNarrowed: boolean
  /** The view that narrows the list, with no search or filter of the person's own; '' where its name is not known. */
  view?: string | null
  onClear: () => void
  create: string | null
  /** What leads to the first row, in place of the button that creates it. */
  start?: ReactNode
}

/** Shown in place of rows: that nothing matches, or that there is nothing yet and how to begin. */
export function Empty({ resource, isNarrowed, view = null, onClear, create, start }: EmptyProps) {
  const [one, many] = resource.label
  if (isNarrowed) {
    return (
      <div className={classes['empty']}>
        <EmptyTicket sign="search" />
        <p>
          {view === null
            ? t('No {many} match your search and filters', { many: inSentence(t(many)) })
            : view === ''
              ? t('Nothing in this view')
              : t('Nothing in “{view}”', { view })}
        </p>
        <Button variant="default" onClick={onClear}>
          {view === null ? t('Clear search and filters') : t('Show all')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes['empty']}>
      <EmptyTicket sign={create ? 'add' : 'none'} />
      <p>{t('No {many} yet', { many: inSentence(t(many)) })}</p>
      {start ??
        (create && (
          <Button component="a" href={create}>
            {t('Create the first {one}', { one: inSentence(t(one)) })}
          </Button>
        ))}
    </div>
  )
}
