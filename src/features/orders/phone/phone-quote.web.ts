import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import type { PhoneQuote } from './phone-order.endpoints.ts'
import { quoteByPhone } from './phone-order.endpoints.ts'
import type { QuoteInput } from './phone-draft.ts'

/** The price of what is entered so far; it asks again with each change. Null while too little is entered. */
export function usePhoneQuote(input: QuoteInput | null) {
  return useQuery({
    queryKey: ['phone-quote', input],
    queryFn: async ({ signal }) => {
      const ask = async (body: unknown) =>
        (await http.request('POST', quoteByPhone.path, { body, signal, quiet: [403, 409, 422] })).data as PhoneQuote
      try {
        return await ask(input)
      } catch (failure) {
        const refused = couponProblem(failure)
        if (refused === undefined) throw failure
        // A mistyped code must not take away the price that the agent reads out.
        const quote = await ask({ ...input, coupon: undefined })
        return { ...quote, problems: { ...quote.problems, coupon: refused } }
      }
    },
    enabled: input !== null,
    retry: false,
    // While the next price is on its way the last one stays, and says that it is being looked at again.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** What is wrong with the coupon, where nothing else is. */
function couponProblem(failure: unknown): string | undefined {
  const fields = failure instanceof FailedRequest ? Object.entries(failure.body.fields ?? {}) : []
  const [[field, problem] = []] = fields
  return fields.length === 1 && field === 'coupon' ? problem : undefined
}
