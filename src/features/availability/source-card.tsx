import { useState } from 'react'
import { formatInstant, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { Tone } from '../../core/resource/fields.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { Payload } from '../../ui/payload.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import type { AnswerState } from './availability.ts'
import type { AvailabilitySource } from './availability.endpoints.ts'
import { readPayload } from './availability.endpoints.ts'
import { stateLabels } from './availability-labels.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import { Suggestions } from './suggestions.tsx'
import { ListingTable } from './listing-table.tsx'
import { OptionList } from './option-list.tsx'
import classes from './availability.module.css'

const tones: Readonly<Record<AnswerState, Tone>> = {
  asking: 'busy',
  answered: 'good',
  failed: 'bad',
  stopped: 'neutral',
  not_asked: 'warn',
}

interface SourceCardProps {
  readonly checkId: number
  readonly source: AvailabilitySource
  /** Only listings whose note says this; null shows all. */
  readonly label: NoteLabel | null
  readonly hasParty: boolean
  /** Asks everyone again, once an event was matched. */
  readonly onMatched: () => void
}

/** One provider: how it answered, then what it has beside what is stored. */
export function SourceCard({ checkId, source, label, hasParty, onMatched }: SourceCardProps) {
  const { provider, product, state, reason, milliseconds, how, code, cachedAt, listings, options, more } = source
  const mayReadPayload = useMay()('payload', 'providers')
  const took = milliseconds === null ? null : t('{n} ms', { n: formatNumber(milliseconds) })
  return (
    <section
      className={`${classes['card']} ${classes['source']}`}
      aria-label={product?.title ?? provider.name}
      aria-busy={state === 'asking'}
    >
      <header>
        <div className={classes['names']}>
          <h2>{provider.name}</h2>
          <Chip tone={tones[state]}>{t(stateLabels[state])}</Chip>
        </div>
        {product && (
          <p>
            <RecordLink to="products" id={product.id}>
              {product.title}
            </RecordLink>
          </p>
        )}
        <p className={classes['quiet']}>
          {[
            how === 'live' ? t('Live') : t('From stock listed with us'),
            took,
            code === null ? t('Not listed at this provider') : t('Their id: {code}', { code }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={classes['quiet']}>
          {cachedAt === null ? (
            t('Nothing stored yet')
          ) : (
            <span title={formatInstant(cachedAt)}>{t('Stored {when}', { when: timeAgo(cachedAt) })}</span>
          )}
        </p>
        {reason !== null && <p className={state === 'failed' ? classes['bad'] : classes['notice']}>{reason}</p>}
      </header>
      {source.suggestions.length > 0 && <Suggestions checkId={checkId} source={source} onMatched={onMatched} />}
      {product === null ? (
        <ListingTable checkId={checkId} source={source} listings={listings} label={label} more={more} />
      ) : (
        <OptionList
          options={options}
          timeZone={product.timeZone}
          isLive={state === 'answered' && how === 'live'}
          hasParty={hasParty}
        />
      )}
      {source.hasPayload && mayReadPayload && <RawPayload checkId={checkId} source={source.source} />}
    </section>
  )
}

/** What the provider sent, fetched when it is opened. */
function RawPayload({ checkId, source }: { checkId: number; source: string }) {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(readPayload, { params: { id: checkId, source }, enabled: isOpen, quiet: [404] })
  return (
    <details className={classes['payload']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Raw payload')}</summary>
      {answer.data ? (
        <Payload text={answer.data.payload} />
      ) : (
        answer.error && <Failure error={answer.error} onRetry={() => void answer.refetch()} what={t('Raw payload')} />
      )}
    </details>
  )
}
