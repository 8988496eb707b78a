import { useEffect, useRef } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import type { WantedCheck } from './availability.endpoints.ts'
import { useCheck, useStartCheck, useStopCheck } from './availability.web.ts'
import { CheckView } from './check-view.tsx'
import { ChosenSubject } from './chosen-subject.tsx'
import { SubjectPicker } from './subject-picker.tsx'

const idIn = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

/** Every provider asked at once, each with its own answer beside what is stored of it. */
export function AvailabilityScreen() {
  const [query, patch] = useRouteQuery()
  const { date, party } = query
  const performanceId = idIn(query['performance'])
  const productId = idIn(query['product'])
  const checkId = idIn(query['check'])
  const start = useStartCheck()
  const stop = useStopCheck()
  const check = useCheck(checkId)
  const isChosen = performanceId !== null || productId !== null

  async function ask(wanted: WantedCheck): Promise<void> {
    try {
      const { id } = await start.mutateAsync(wanted)
      patch({ check: id, ask: null, date: wanted.date, party: wanted.party }, { replace: true })
    } catch {
      // Said beside its field, or by the client.
    }
  }

  useAskOnce(query['ask'] === '1' && isChosen, () => {
    patch({ ask: null }, { replace: true })
    void ask(
      performanceId !== null
        ? { performanceId }
        : { productId: productId ?? 0, ...(date !== undefined && { date }), ...(party !== undefined && { party }) },
    )
  })

  const problems = start.error instanceof FailedRequest ? (start.error.body.fields ?? {}) : {}
  return (
    <PageFrame>
      {isChosen ? (
        <ChosenSubject
          key={`${performanceId} ${productId}`}
          performanceId={performanceId}
          productId={productId}
          date={date ?? null}
          party={party ?? ''}
          problems={problems}
          isUnderWay={start.isPending || check.data?.isUnderWay === true}
          hasAnswers={check.data !== undefined}
          onAsk={(wanted) => void ask(wanted)}
          onStop={() => check.data && stop.mutate(check.data.id)}
          onChange={() => patch({ performance: null, product: null, check: null, ask: null })}
        />
      ) : (
        <SubjectPicker
          onChoose={({ kind, id }) =>
            patch({
              performance: null,
              product: null,
              check: null,
              [kind]: id,
              ...(kind === 'performance' && { ask: 1 }),
            })
          }
        />
      )}
      {check.error && !check.data ? (
        <Failure error={check.error} onRetry={() => void check.refetch()} what={t('Availability check')} />
      ) : (
        isChosen &&
        check.data && (
          <CheckView check={check.data} onMatched={() => performanceId !== null && void ask({ performanceId })} />
        )
      )}
    </PageFrame>
  )
}

/** An address can ask for answers at once; it does so a single time, however often the page is drawn. */
function useAskOnce(isWanted: boolean, ask: () => void): void {
  const asked = useRef(false)
  const run = useRef(ask)
  useEffect(() => {
    run.current = ask
  })
  useEffect(() => {
    if (!isWanted) {
      asked.current = false
      return
    }
    if (asked.current) return
    asked.current = true
    run.current()
  }, [isWanted])
}
