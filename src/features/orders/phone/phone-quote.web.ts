import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { http } from '../../../core/browser/http-client.web.ts'
import type { PhoneQuote } from './phone-order.endpoints.ts'
import { quoteByPhone } from './phone-order.endpoints.ts'
import type { QuoteInput } from './phone-draft.ts'

/** The price of what is entered so far; it asks again with each change. Null while too little is entered. */
export function usePhoneQuote(input: QuoteInput | null) {
  return useQuery({
    queryKey: ['phone-quote', input],
    queryFn: async ({ signal }) =>
      (await http.request('POST', quoteByPhone.path, { body: input, signal, quiet: [403, 409, 422] }))
        .data as PhoneQuote,
    enabled: input !== null,
    retry: false,
    // While the next price is on its way the last one stays, and says that it is being looked at again.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
