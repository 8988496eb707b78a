import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { LinkResults } from './match-links.ts'
import { linkMatches, maxLinked } from './match-links.ts'
import classes from './matches.module.css'
import { matches } from './matches.ts'

/** Previews which events the selected matches would be linked to, and why others are skipped; then links them. */
export function LinkDialog({
  chosen,
  onClose,
  onDone,
}: {
  chosen: readonly AnyRecord[]
  onClose: () => void
  onDone: () => void
}) {
  const look = useCommand(linkMatches)
  const link = useCommand(linkMatches, { refresh: [matches] })
  const ids = chosen.slice(0, maxLinked).map(({ id }) => id)
  const { data, error, refetch } = useQuery({
    queryKey: [linkMatches.path, ids],
    queryFn: () => look.mutateAsync({ input: { ids, apply: false } }),
    staleTime: 0,
    retry: false,
  })
  const results = data?.results ?? null
  const n = results?.filter(({ ok }) => ok).length ?? 0
  return (
    <Dialog
      title={t('Link {n, plural, one {# match} other {# matches}} to events', { n: chosen.length })}
      onClose={onClose}
      isBusy={link.isPending}
      size={720}
    >
      {error && results === null && (
        <Failure error={error} onRetry={() => void refetch()} what={t('Matches and their events')} />
      )}
      {results === null ? (
        !error && <FormSkeleton />
      ) : (
        <>
          <p className={classes['help']}>
            {t('The event of a match has both teams and a performance within half a day of the kickoff.')}
          </p>
          <LinkTable results={results} chosen={chosen} />
          <div className={classes['buttons']}>
            <Button variant="default" onClick={onClose} disabled={link.isPending}>
              {t('Cancel')}
            </Button>
            <Button
              disabled={n === 0}
              loading={link.isPending}
              onClick={() =>
                link.mutate(
                  { input: { ids: results.filter(({ ok }) => ok).map(({ id }) => id), apply: true } },
                  {
                    onSuccess: (answer) => {
                      onDone()
                      void tell(answer.results, chosen)
                    },
                  },
                )
              }
            >
              {t('Link {n}', { n })}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** How many were linked, and why others were not: they can have changed since the preview. */
async function tell(results: LinkResults['results'], chosen: readonly AnyRecord[]): Promise<void> {
  const refused = results.filter(({ ok }) => !ok)
  const n = results.length - refused.length
  if (n > 0) toast.success(t('{n, plural, one {# match linked} other {# matches linked}}', { n }))
  if (refused.length > 0)
    await alertBox(
      refused
        .slice(0, 20)
        .map(({ id, message = '' }) => `${nameOf(chosen, id)}: ${message}`)
        .join('\n'),
      t('{n, plural, one {# match} other {# matches}} not linked', { n: refused.length }),
      { type: 'warning' },
    )
}

const nameOf = (chosen: readonly AnyRecord[], id: number) =>
  String(chosen.find((match) => match.id === id)?.['name'] ?? id)

interface LinkTableProps {
  readonly results: LinkResults['results']
  readonly chosen: readonly AnyRecord[]
}

/** Each match with the event it would be linked to, or why it is skipped. */
function LinkTable({ results, chosen }: LinkTableProps) {
  return (
    <div className={classes['tableBox']} role="region" tabIndex={0} aria-label={t('Matches and their events')}>
      <table className={classes['links']}>
        <thead>
          <tr>
            <th scope="col">{t('Match')}</th>
            <th scope="col">{t('Event')}</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ id, ok, event, message }) => (
            <tr key={id} data-ok={ok}>
              <th scope="row">{nameOf(chosen, id)}</th>
              <td>{event?.name ?? message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
