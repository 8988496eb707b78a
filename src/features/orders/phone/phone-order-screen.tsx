import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { useLeaveGuard } from '../../../ui/navigation.tsx'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { purchases } from '../../purchases/purchases.ts'
import { CustomerPart } from './customer-part.tsx'
import { GoodsPart } from './goods-part.tsx'
import type { PhoneDraft } from './phone-draft.ts'
import { emptyDraft, fieldFor, linesOf, missingIn, orderInput, problemsApart, quoteInput } from './phone-draft.ts'
import type { PhoneOrder, PhoneQuote } from './phone-order.endpoints.ts'
import { placeByPhone } from './phone-order.endpoints.ts'
import { usePhoneQuote } from './phone-quote.web.ts'
import { PlacedOrder } from './placed-order.tsx'
import type { LinePrice } from './price-part.tsx'
import { PricePart } from './price-part.tsx'
import { QuoteCard } from './quote-card.tsx'
import classes from './phone.module.css'

/** Long enough that a number typed digit by digit is priced once. */
const quoteDelay = 300

/** Where an agent sells by phone: who buys, what, at which price. */
export function PhoneOrderScreen() {
  const [placed, setPlaced] = useState<PhoneOrder | null>(null)
  return (
    <PageFrame>
      {placed ? <PlacedOrder order={placed} onNew={() => setPlaced(null)} /> : <PhoneOrderForm onPlaced={setPlaced} />}
    </PageFrame>
  )
}

function PhoneOrderForm({ onPlaced }: { readonly onPlaced: (order: PhoneOrder) => void }) {
  const { mayWrite } = usePage()
  const mayFind = useMay()('ui', 'users')
  const [draft, setDraft] = useState<PhoneDraft>(emptyDraft)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  useLeaveGuard(draft !== emptyDraft)
  const [input] = useDebouncedValue(quoteInput(draft), quoteDelay)
  const quoted = usePhoneQuote(input)
  const place = useCommand(placeByPhone, { refresh: [purchases], quiet: [403, 409, 422] })
  const isCurrent = JSON.stringify(input) === JSON.stringify(quoteInput(draft))
  const quote = input !== null && !quoted.error ? quoted.data : undefined
  const problems = { ...problemsOf(draft, quoted.error), ...named(draft, quote?.problems ?? {}), ...refused }

  function change(next: Partial<PhoneDraft>): void {
    setRefused({})
    setDraft((before) => ({ ...before, ...next }))
  }

  async function submit(): Promise<void> {
    const missing = missingIn(draft)
    const order = quote && orderInput(draft, quote.quote.total)
    if (!order || Object.keys(missing).length > 0) return setRefused(missing)
    try {
      onPlaced(await place.mutateAsync({ input: order }))
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      setRefused(problemsOf(draft, failure))
      // What was refused was another price or no longer there: the next press is for what is shown then.
      if (failure.status === 409) void quoted.refetch()
    }
  }

  const prices = isCurrent && quote ? pricesOf(draft, quote) : []
  const priced = prices.flatMap(({ key, price }) => (price.isOverridden ? [key] : []))
  const apart = problemsApart(draft, problems, { isNew: draft.isNewCustomer || !mayFind, priced })
  const part = { draft, problems, onChange: change }
  return (
    <form
      noValidate
      className={classes['page']}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={classes['column']}>
        <CustomerPart {...part} />
        <GoodsPart {...part} />
        <PricePart {...part} prices={prices} />
      </div>
      <QuoteCard
        quote={quote?.quote}
        isStale={!isCurrent || quoted.isPlaceholderData || quoted.isFetching}
        problems={apart}
        isPriceChanged={problems['total'] !== undefined}
      >
        <Button
          className={classes['place'] ?? ''}
          type="submit"
          fullWidth
          loading={place.isPending}
          disabled={!mayWrite || !quote?.quote.isAvailable || !isCurrent || quoted.isFetching}
        >
          {quote?.quote.total === 0 ? t('Place order') : t('Place order and send payment link')}
        </Button>
      </QuoteCard>
    </form>
  )
}

/** Of each line that is priced, what the pricing function says of it. */
const pricesOf = (draft: PhoneDraft, { quote, listPrices }: PhoneQuote): readonly LinePrice[] =>
  linesOf(draft).flatMap(({ key, price }, at) => {
    const [line, list] = [quote.lines[at], listPrices[at]]
    return line && list !== undefined ? [{ key, price, title: line.title, list, currency: quote.currency }] : []
  })

const named = (draft: PhoneDraft, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, problem]) => [fieldFor(draft, name), problem]))

/** What the server says of a call, by the fields of the screen. */
function problemsOf(draft: PhoneDraft, error: unknown): Record<string, string> {
  if (!(error instanceof FailedRequest)) return {}
  return error.body.fields ? named(draft, error.body.fields) : { '': error.message }
}
