import * as z from 'zod/mini'

/** The code of a provider in the addresses of calls about it. */
export const providerCode = z.string().check(z.maxLength(40)).register(z.globalRegistry, { parameter: 'ProviderCode' })
export const providerParams = z.object({ code: providerCode })
