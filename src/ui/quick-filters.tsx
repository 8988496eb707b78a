import { Button } from '@mantine/core'
import { t } from '../core/i18n/language.ts'
import { useRouteQuery } from './navigation.tsx'

/** A question that people ask a list again and again, as the filter that answers it; the label is a text of `msg`. */
export interface QuickFilter {
  readonly label: string
  readonly filter: Readonly<Record<string, unknown>>
}

/** One button for each question. A second press takes the filter away again. */
export function QuickFilters({ questions }: { questions: readonly QuickFilter[] }) {
  const [{ filter }, patch] = useRouteQuery()
  return questions.map(({ label, filter: wanted }) => {
    const text = JSON.stringify(wanted)
    return (
      <Button
        key={label}
        variant={filter === text ? 'outline' : 'default'}
        aria-pressed={filter === text}
        onClick={() => patch({ page: null, filter: filter === text ? null : text })}
      >
        {t(label)}
      </Button>
    )
  })
}
