import { Button } from '@mantine/core'
import { useMay } from '../../core/browser/session.web.ts'
import { formatDate, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { AvailabilitySource } from './availability.endpoints.ts'
import { matchSource } from './availability.endpoints.ts'
import classes from './availability.module.css'

interface SuggestionsProps {
  readonly checkId: number
  readonly source: AvailabilitySource
  readonly onMatched: () => void
}

/** Events of a provider that could be the performance; choosing one keeps its id. */
export function Suggestions({ checkId, source: { source, provider, suggestions }, onMatched }: SuggestionsProps) {
  const may = useMay()
  const match = useCommand(matchSource)
  const canMatch = may('write', 'providers') && may('write', 'performances')

  async function choose(code: string): Promise<void> {
    // A failure has been shown by the client already.
    const done = await match.mutateAsync({ params: { id: checkId, source }, input: { code } }).catch(() => null)
    if (!done) return
    toast.success(t('Matched at {provider}', { provider: provider.name }))
    onMatched()
  }

  return (
    <div className={classes['suggestions']}>
      <h3>{t('Possible matches')}</h3>
      <ul>
        {suggestions.map(({ code, name, venue, localDate, localTime, confidence }) => (
          <li key={code}>
            <span>
              <strong>{name}</strong>
              <small>{[localDate && formatDate(localDate), localTime, venue, code].filter(Boolean).join(' · ')}</small>
              <small>{t('{share} match', { share: formatPercent(confidence, 'measured') })}</small>
            </span>
            {canMatch && (
              <Button
                variant="default"
                size="xs"
                loading={match.isPending}
                aria-label={t('Match {name}', { name })}
                onClick={() => void choose(code)}
              >
                {t('Match')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
