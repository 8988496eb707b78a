import { Button } from '@mantine/core'
import { IconZoomMoney } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatDate, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { ExplainedSetting, Explanation } from './rule.endpoints.ts'
import { explainEvent } from './rule.endpoints.ts'
import { RuleLink } from './rule-link.tsx'
import { ruleFields } from './rule-fields.ts'
import { precedenceWords } from './rule-labels.ts'
import classes from './rules.module.css'

const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog.tsx')).PriceDialog }))

/**
 * Beside the form of an event: why it is shown or hidden, at which price, and because of which rule. Renders nothing
 * without permission to see rules.
 */
export function ExplanationPanel({ record }: Pick<RecordPartProps, 'record'>) {
  const may = useMay()
  return may('ui', 'events') && may('ui', 'rules') ? <Explained key={record.version} id={record.id} /> : null
}

function Explained({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const answer = useAnswer(explainEvent, { params: { id }, staleTime: 0 })
  return (
    <AnswerPanel title={t('Why it shows')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          <p className={classes['verdict']} data-shows={data.shows ? 'yes' : 'no'}>
            {data.isBuyable
              ? t('Visible, with tickets on sale.')
              : data.shows
                ? t('Visible, with no tickets on sale.')
                : t('Not visible.')}
          </p>
          <ul className={classes['checks']}>
            {data.checks.map(({ key, isMet, message, rule }) => (
              <li key={key} data-met={isMet}>
                <span aria-hidden>{isMet ? '✓' : '✗'}</span>
                <span>
                  <span className="visually-hidden">{isMet ? t('Met') : t('Not met')}: </span>
                  {message} {rule && <RuleLink rule={rule} />}
                </span>
              </li>
            ))}
          </ul>
          <PriceNow explanation={data} />
          <h3>{t('Active rules')}</h3>
          {data.settings.some(isHeld) ? (
            <dl className={classes['settings']}>
              {data.settings.filter(isHeld).map((setting) => (
                <Setting key={setting.type} setting={setting} />
              ))}
            </dl>
          ) : (
            <p>
              {data.performances.length === 0
                ? t('Not needed: no upcoming performances.')
                : t('None. Its tickets sell as the provider lists them.')}
            </p>
          )}
          {data.performances.length > 0 && (
            <Button
              className={classes['end']}
              variant="default"
              leftSection={<IconZoomMoney size={15} aria-hidden />}
              onClick={() => setOpen(true)}
            >
              {t('Prices step by step')}
            </Button>
          )}
          {isOpen && (
            <Suspense>
              <PriceDialog explanation={data} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function PriceNow({ explanation: { performances } }: { explanation: Explanation }) {
  const next =
    performances.find(({ why, price }) => why === null && price !== null) ??
    performances.find(({ price }) => price !== null)
  if (!next?.price) return null
  const { price, currency, localDate } = next
  return (
    <>
      <h3>{t('Price on {day}', { day: formatDate(localDate) })}</h3>
      <p>
        {price.fee === 0
          ? t('From {total}.', { total: formatMoney(price.total, currency) })
          : t('From {total}: {price} and {fee} service fee.', {
              total: formatMoney(price.total, currency),
              price: formatMoney(price.price, currency),
              fee: formatMoney(price.fee, currency),
            })}
      </p>
    </>
  )
}

/** Some rule decides it, for one performance at least. */
const isHeld = ({ outcomes }: ExplainedSetting) => outcomes.some(({ rule }) => rule !== null)

function Setting({ setting: { type, outcomes, beaten } }: { setting: ExplainedSetting }) {
  return (
    <div>
      <dt>{choiceLabelOf(ruleFields.type, type)}</dt>
      <dd>
        {outcomes.map(
          ({ rule, performances }) =>
            rule && (
              <p key={rule.id}>
                {rule.effect}{' '}
                <small>
                  <RuleLink rule={rule} />
                </small>
                {outcomes.length > 1 && (
                  <small>
                    {t('{n, plural, one {for # performance} other {for # performances}}', { n: performances })}
                  </small>
                )}
              </p>
            ),
        )}
        {beaten.map((rule) => (
          <small key={rule.id}>{t('Not {name}: {why}.', { name: rule.name, why: precedenceWords(rule.by) })}</small>
        ))}
      </dd>
    </div>
  )
}
