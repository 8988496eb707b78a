import * as z from 'zod/mini'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { faultOfStatus, missingField, readJson } from '../importing/supplier-answers.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { signInPath, tokenIn } from './globick-payloads.server.ts'

/** Makes calls with a token of its own. A refused token has expired: it is renewed once, and what is refused then stays so. */
export function globickCaller({ ask, secrets }: Pick<CatalogueContext, 'ask' | 'secrets'>) {
  const { username = '', password = '', apiKey = '' } = secrets
  const headers = { 'accept': 'application/json', 'content-language': 'en-US', 'x-api-key': apiKey }
  // Calls at the same time wait for one sign-in.
  let token: Promise<string> | null = null

  async function signIn(): Promise<string> {
    const reply = await ask({
      method: 'POST',
      path: signInPath,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      // Signing in twice does no harm.
      isIdempotent: true,
      isConfidential: true,
    })
    const fault = faultOfStatus(reply)
    if (fault?.kind === 'rate_limited' || fault?.kind === 'unavailable') throw new SupplierError(fault)
    if (reply.status === 401 || reply.status === 403) throw new SupplierError({ kind: 'auth' })
    if (fault) throw new SupplierError(fault)
    const found = tokenIn(readJson(reply, z.unknown()))
    if (found === null) throw missingField('token')
    return found
  }

  return async (path: string, method: 'GET' | 'POST' = 'GET', body?: object): Promise<OutboundReply> => {
    for (let isRenewed = token === null; ; isRenewed = true) {
      token ??= signIn()
      const used = token
      const value = await used.catch((error: unknown) => {
        if (token === used) token = null
        throw error
      })
      const reply = await ask({
        method,
        path,
        headers: {
          ...headers,
          authorization: `Bearer ${value}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (reply.status !== 401 && reply.status !== 403) return reply
      if (token === used) token = null
      if (isRenewed) return reply
    }
  }
}

export function succeeded(reply: OutboundReply): OutboundReply {
  const fault = faultOfStatus(reply)
  if (fault) throw new SupplierError(fault)
  return reply
}
