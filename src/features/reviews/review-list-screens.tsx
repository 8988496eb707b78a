import { Button } from '@mantine/core'
import { IconChecklist, IconLanguage, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { inSentence } from '../../core/resource/resource.ts'
import { formatInstant, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import type { Reviews } from './reviews.ts'
import { aliasReviews, lineupReviews, productReviews } from './reviews.ts'
import classes from './reviews.module.css'
import type { RiskCode } from './review-risk.ts'
import { riskLabels, riskTone } from './risk-labels.ts'
import { Stars } from './stars.tsx'

const RejectMany = lazy(async () => ({ default: (await import('./reject-many.tsx')).RejectMany }))
const TranslateDialog = lazy(async () => ({ default: (await import('./translate-dialog.tsx')).TranslateDialog }))

/** How long ago it was written: a queue is judged by how long people wait. */
function ageWords(instant: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 3_600_000))
  return hours < 24
    ? t('{n, plural, =0 {Within the hour} one {# hour} other {# hours}}', { n: hours })
    : t('{n, plural, one {# day} other {# days}}', { n: Math.floor(hours / 24) })
}

const cells = {
  rating: (record: AnyRecord) => <Stars count={Number(record['rating'])} />,
  riskScore: (record: AnyRecord) => {
    const score = Number(record['riskScore'])
    const reasons = (record['riskReasons'] ?? []) as readonly RiskCode[]
    return (
      <span
        className={classes['risk']}
        data-tone={riskTone(score)}
        title={reasons.map((code) => t(riskLabels[code])).join(', ')}
      >
        {score}
      </span>
    )
  },
  headline: (record: AnyRecord) => (
    <>
      {record['isFlagged'] ? (
        <span className={classes['flag']}>
          ⚑<span className={classes['unseen']}>{t('Flagged')}</span>
        </span>
      ) : null}
      {String(record['headline'])}
      {typeof record['excerpt'] === 'string' && <small className={classes['excerpt']}> {record['excerpt']}</small>}
    </>
  ),
  language: (record: AnyRecord) => nameOf('language', String(record['language'])),
  submittedAt: (record: AnyRecord) => (
    <span title={formatInstant(String(record['submittedAt']))}>{ageWords(String(record['submittedAt']))}</span>
  ),
}
const widths = { headline: 260, rating: 110 }

function screenOf(reviews: Reviews) {
  const { resource } = reviews
  function NewButton() {
    const { mayWrite } = usePage()
    const create = useRecordPaths()(resource.name, 'create')
    return (
      mayWrite &&
      create !== null && (
        <Button component="a" href={create} leftSection={<IconPlus size={15} aria-hidden />}>
          {t('New {one}', { one: inSentence(t(resource.label[0])) })}
        </Button>
      )
    )
  }
  function ListButtons() {
    const queue = useRecordPaths()(resource.name, 'queue')
    return (
      <>
        {queue !== null && (
          <Button component="a" href={queue} variant="default" leftSection={<IconChecklist size={15} aria-hidden />}>
            {t('Moderate')}
          </Button>
        )}
        <NewButton />
      </>
    )
  }
  return function ReviewListScreen() {
    const { mayWrite } = usePage()
    return (
      <ListScreen
        of={resource}
        cells={cells}
        widths={widths}
        actions={<ListButtons />}
        start={<NewButton />}
        {...(mayWrite && {
          bulkActions: (selected, clear) => (
            <>
              <RejectSelected reviews={reviews} chosen={selected} clear={clear} />
              <TranslateButton reviews={reviews} chosen={selected} clear={clear} />
            </>
          ),
        })}
      />
    )
  }
}

/** The pending ones among them: decided reviews must go back to the queue first. */
function RejectSelected({
  reviews,
  chosen,
  clear,
}: {
  reviews: Reviews
  chosen: readonly AnyRecord[]
  clear: () => void
}) {
  const ids = chosen.filter(({ status }) => status === 'pending').map(({ id }) => id)
  return (
    ids.length > 0 && (
      <Suspense>
        <RejectMany reviews={reviews} target={{ ids }} n={ids.length} onDone={clear} />
      </Suspense>
    )
  )
}

function TranslateButton({
  reviews,
  chosen,
  clear,
}: {
  reviews: Reviews
  chosen: readonly AnyRecord[]
  clear: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconLanguage size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Translate…')}
      </Button>
      {isOpen && (
        <Suspense>
          <TranslateDialog
            reviews={reviews}
            chosen={chosen}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

export const ProductReviewListScreen = screenOf(productReviews)
export const AliasReviewListScreen = screenOf(aliasReviews)
export const LineupReviewListScreen = screenOf(lineupReviews)
