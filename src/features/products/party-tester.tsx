import { DateInput } from '../../ui/resource/date-input.tsx'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { basisPointsOf } from '../../core/money.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { PartyRule } from './party.ts'
import type { PartyAnswer } from './party.endpoints.ts'
import { tryParty } from './party.endpoints.ts'
import { useOptions } from './product-units.web.ts'
import classes from './products.module.css'

const ruleLabels: Readonly<Record<PartyRule, string>> = {
  product: msg('The product is on sale'),
  option: msg('The option is on sale'),
  day: msg('It is sold on that day'),
  understood: msg('Everything was read'),
  bands: msg('Everyone has a band'),
  quantities: msg('Within the limits of each band'),
  accompanied: msg('Company for units that need it'),
  infants: msg('Infants are not alone'),
  units: msg('Within the limits of the option'),
  places: msg('Enough places left'),
}

interface Question {
  readonly party: string
  readonly optionId: string
  readonly date: string
}

const nothing: Question = { party: '', optionId: '', date: '' }

/**
 * Shows what a party such as “2 adults, 7, 1” would book and pay, or which rule prevents it.
 *
 * @param optionId - the option selected first; the product's default option if omitted
 */
export function PartyTester({ productId, optionId }: { productId: number; optionId?: number | undefined }) {
  const [typed, setTyped] = useState<Question>({ ...nothing, optionId: optionId === undefined ? '' : String(optionId) })
  const [asked, setAsked] = useState(nothing)
  const maySeeOptions = useMay()('ui', 'product-options')
  const options = useOptions(productId)
  const query = {
    party: asked.party,
    ...(asked.optionId && { optionId: asked.optionId }),
    ...(asked.date && { date: asked.date }),
  }
  const answer = useAnswer(tryParty, {
    params: { id: productId },
    query,
    enabled: asked.party !== '',
    quiet: [422],
    staleTime: 0,
  })
  const failure = answer.error instanceof FailedRequest ? answer.error : null
  const set = (change: Partial<Question>) => setTyped((before) => ({ ...before, ...change }))

  function ask(): void {
    const wanted = { ...typed, party: typed.party.trim() }
    // The same question is sent again: a band can have changed.
    if (wanted.party !== '' && JSON.stringify(wanted) === JSON.stringify(asked)) void answer.refetch()
    else setAsked(wanted)
  }

  return (
    <section className={classes['panel']} aria-label={t('Party tester')}>
      <h2>{t('Party tester')}</h2>
      <form
        className={classes['tester']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <TextInput
          label={t('Party')}
          placeholder={t('2 adults, 7, 1')}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          value={typed.party}
          error={failure ? (Object.values(failure.body.fields ?? {})[0] ?? failure.message) : null}
          onChange={(event) => set({ party: event.currentTarget.value })}
        />
        {maySeeOptions && (
          <NativeSelect
            label={t('Option')}
            value={typed.optionId}
            onChange={(event) => set({ optionId: event.currentTarget.value })}
            data={[
              { value: '', label: t('The default') },
              ...(options.data?.rows ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
          />
        )}
        <DateInput
          kind="date"
          label={t('On')}
          value={typed.date || null}
          onChange={(date) => set({ date: date ?? '' })}
        />
        <Button type="submit" variant="default" loading={answer.isFetching} disabled={typed.party.trim() === ''}>
          {t('Try')}
        </Button>
      </form>
      <div role="status">
        {answer.data && asked.party !== '' && !answer.isError && <Verdict answer={answer.data} />}
      </div>
    </section>
  )
}

function Verdict({ answer }: { answer: PartyAnswer }) {
  const { isSellable, lines, rules, currency, retail, net, units, pax, option } = answer
  return (
    <>
      <p className={classes['verdict']} data-verdict={isSellable ? 'yes' : 'no'}>
        {isSellable
          ? t(
              'Sold for {price}: {pax, plural, one {# person} other {# people}} in {units, plural, one {# unit} other {# units}}.',
              { price: formatMoney(retail, currency), pax, units },
            )
          : t('Not sold.')}
      </p>
      {option && <p>{t('Held against the option {title}.', { title: option.title })}</p>}
      <ul className={classes['rules']}>
        {rules.map(({ rule, problem }) => (
          <li key={rule} data-kept={problem === null}>
            <span aria-hidden>{problem === null ? '✓' : '✗'}</span>
            <span>
              {t(ruleLabels[rule])}
              {problem === null ? <span className="visually-hidden">: {t('kept')}</span> : <strong>: {problem}</strong>}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Bands of the party')}>
          <table className={classes['table']} aria-label={t('Bands of the party')}>
            <thead>
              <tr>
                <th scope="col">{t('Band')}</th>
                <th scope="col">{t('Who')}</th>
                <th scope="col" className={classes['number']}>
                  {t('Net')}
                </th>
                <th scope="col" className={classes['number']}>
                  {t('Retail')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.bandId}>
                  <td>
                    {formatNumber(line.quantity)} × {line.title}
                    {line.needsProof && (
                      <>
                        {' '}
                        <span className={classes['quiet']}>{t('with proof')}</span>
                      </>
                    )}
                  </td>
                  <td className={classes['quiet']}>{[...new Set(line.travellers)].join(', ')}</td>
                  <td className={classes['number']}>{formatMoney(line.net, currency)}</td>
                  <td className={classes['number']}>{formatMoney(line.retail, currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('Whole party')}
                  {retail > 0 && (
                    <>
                      {' '}
                      <span className={classes['quiet']}>
                        {t('margin {share}', { share: formatPercent(basisPointsOf(retail - net, retail), 'measured') })}
                      </span>
                    </>
                  )}
                </th>
                <td className={classes['number']}>{formatMoney(net, currency)}</td>
                <td className={classes['number']}>{formatMoney(retail, currency)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </>
  )
}
