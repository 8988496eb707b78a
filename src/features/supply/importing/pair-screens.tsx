import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useRouteQuery } from '../../../ui/navigation.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Pager } from '../../../ui/resource/pagination.tsx'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { Failure, FormSkeleton, Waiting } from '../../../ui/resource/states.tsx'
import { listProductPairs, pairsShown } from './pair.endpoints.ts'
import { ProductPairs } from './product-pairs.tsx'

/** Products of two suppliers that look like one, the most alike first. */
export function ProductPairsScreen() {
  const [{ skip: asked = '' }, setQuery] = useRouteQuery()
  const skip = /^[1-9][0-9]{0,5}$/.test(asked) ? Number(asked) : 0
  const { data, error, refetch } = useAnswer(listProductPairs, { query: { skip: String(skip) }, staleTime: 0 })
  if (error && !data)
    return (
      <PageFrame>
        <Failure error={error} onRetry={() => void refetch()} what={t('Duplicates')} />
      </PageFrame>
    )
  return (
    <PageFrame>
      {data ? (
        <>
          <p>
            {data.total === 0
              ? t('No possible duplicates. New products are compared every ten minutes.')
              : t(
                  '{n, plural, one {# pair of products looks} other {# pairs of products look}} like the same product from two suppliers.',
                  { n: data.total },
                )}
          </p>
          <ProductPairs pairs={data.pairs} onDecided={() => void refetch()} />
          {(skip > 0 || data.total > skip + pairsShown) && (
            <Pager
              range={t('{stretch} of {total}', {
                stretch: `${formatNumber(skip + 1)}–${formatNumber(Math.min(skip + pairsShown, data.total))}`,
                total: formatNumber(data.total),
              })}
              previous={
                skip === 0 ? null : () => setQuery({ skip: skip <= pairsShown ? null : String(skip - pairsShown) })
              }
              next={skip + pairsShown >= data.total ? null : () => setQuery({ skip: String(skip + pairsShown) })}
            />
          )}
        </>
      ) : (
        <FormSkeleton />
      )}
    </PageFrame>
  )
}

/** Beside a product: those of other suppliers that look like it. Nothing where there are none. */
export function PairsOfProduct({ record }: Pick<RecordPartProps, 'record'>) {
  const answer = useAnswer(listProductPairs, { query: { product: String(record.id) }, staleTime: 0 })
  if (answer.isLoading) return <Waiting />
  if (answer.data?.total === 0) return null
  return (
    <AnswerPanel title={t('Possible duplicates')} answer={answer}>
      {({ pairs }) => <ProductPairs pairs={pairs} beside={record.id} onDecided={() => void answer.refetch()} />}
    </AnswerPanel>
  )
}
