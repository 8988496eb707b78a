import { formatMoney, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Tone } from '../../core/resource/fields.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { SellableDay } from '../products/sellability.ts'
import { causeWords, dayStateLabels } from '../products/sellability-labels.ts'
import type { Difference, SupplierStatus } from './availability.ts'
import type { AvailabilitySource } from './availability.endpoints.ts'
import { differenceLabels, statusLabels } from './availability-labels.ts'
import classes from './availability.module.css'

type Option = AvailabilitySource['options'][number]

const tones: Readonly<Record<Difference, Tone>> = { same: 'neutral', changed: 'warn', new: 'busy', gone: 'bad' }

function statusWords({ status, vacancies }: SupplierStatus): string {
  const label = t(statusLabels[status])
  if (vacancies === null || status === 'CLOSED' || status === 'SOLD_OUT') return label
  return t('{label}, {n, plural, one {# place} other {# places}}', { label, n: vacancies })
}

interface OptionListProps {
  readonly options: readonly Option[]
  readonly timeZone: string
  /** A supplier that was asked has answered. */
  readonly isLive: boolean
  readonly hasParty: boolean
}

/** Options of a product on the day: what the supplier says now, what is stored, what the site shows, what the party pays. */
export function OptionList({ options, timeZone, isLive, hasParty }: OptionListProps) {
  if (options.length === 0) return <p className={classes['quiet']}>{t('No options.')}</p>
  return (
    <ul className={classes['options']}>
      {options.map((option) => (
        <li key={option.code}>
          <h3>
            {option.title}{' '}
            {option.difference !== null && option.difference !== 'same' && (
              <Chip tone={tones[option.difference]}>{t(differenceLabels[option.difference])}</Chip>
            )}
          </h3>
          {option.optionId === null && <p className={classes['quiet']}>{t('Not one of our options.')}</p>}
          <dl>
            {isLive && (
              <div>
                <dt>{t('Now')}</dt>
                <dd>{option.live ? statusWords(option.live) : '–'}</dd>
              </div>
            )}
            <div>
              <dt>{t('Stored')}</dt>
              <dd>
                {option.stored ? (
                  <>
                    {statusWords(option.stored)}{' '}
                    <span className={classes['quiet']}>{timeAgo(option.stored.checkedAt)}</span>
                  </>
                ) : (
                  t('Nothing for this day')
                )}
              </dd>
            </div>
            {option.ownStock && (
              <div>
                <dt>{t('Our stock')}</dt>
                <dd>
                  {t('{left} of {capacity} left', {
                    left: formatNumber(option.ownStock.capacity - option.ownStock.taken),
                    capacity: formatNumber(option.ownStock.capacity),
                  })}
                </dd>
              </div>
            )}
            {option.day && (
              <div>
                <dt>{t('On the site')}</dt>
                <dd>
                  <Chip tone={option.day.state === 'open' ? 'good' : 'bad'}>{t(dayStateLabels[option.day.state])}</Chip>
                  {' · '}
                  {/* Edge: the cause travels as text. */}
                  {causeWords(option.day as SellableDay, timeZone)}
                </dd>
              </div>
            )}
            {hasParty && option.price && (
              <div>
                <dt>{t('Party pays')}</dt>
                <dd>
                  <strong>{formatMoney(option.price.retail, option.price.currency)}</strong>{' '}
                  <span className={classes['quiet']}>
                    {t('net {net} · {n, plural, one {# person} other {# people}}', {
                      net: formatMoney(option.price.net, option.price.currency),
                      n: option.price.pax,
                    })}
                  </span>
                  {option.price.problem !== null && <small className={classes['bad']}>{option.price.problem}</small>}
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}
