import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { XmlElement } from '../../languages/xml/xml-reader.ts'
import { NotXml, readXml } from '../../languages/xml/xml-reader.ts'
import { faultOfStatus, refuseGarbled } from '../importing/supplier-answers.server.ts'
import type { SupplierFaultKind } from '../importing/supplier-catalogue.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { textOf } from './tourcms-draft.server.ts'
import { tourcmsSignature } from './tourcms-signature.server.ts'

/** What `<error>` says, which is the outcome whatever the status. */
const kinds: Readonly<Record<string, SupplierFaultKind>> = {
  'NO MATCHING DATA': 'not_found',
  'FAIL_SIG': 'auth',
  'FAIL_KEYNOTFOUND': 'auth',
  'FAIL_TIME': 'clock',
  'FAIL_PERM': 'permission',
  'FAIL_TOUROPONLY': 'permission',
  'FAIL_PARTNERSONLY': 'permission',
  'FAIL_ACTIVEPARTNERSONLY': 'permission',
  'SUPPLIER_SUBSYSTEM_ERROR': 'unavailable',
}

/** An answer that TourCMS carried out nothing for, in its own word: `PREVIOUSLY CANCELLED`. */
export class TourcmsNo extends SupplierError {
  readonly said: string

  constructor(kind: SupplierFaultKind, said: string) {
    super({ kind, detail: said })
    this.said = said
  }
}

/** Makes signed calls and answers with the `<response>` of those that went well. */
export function tourcmsCaller({ ask, baseUrl, secrets }: Pick<CatalogueContext, 'ask' | 'baseUrl' | 'secrets'>) {
  return async (channelId: string, path: string, body?: string): Promise<XmlElement> => {
    const { apiKey = '', marketplaceId = '' } = secrets
    const time = Math.floor(Date.now() / 1_000)
    const verb = body === undefined ? 'GET' : 'POST'
    const whole = `${baseUrl.pathname.replace(/\/+$/, '')}${path}`
    const signature = tourcmsSignature(apiKey, { channelId, marketplaceId, verb, time, path: whole })
    const reply = await ask({
      method: verb,
      path,
      headers: {
        'content-type': 'text/xml;charset="utf-8"',
        'authorization': `TourCMS ${channelId}:${marketplaceId}:${signature}`,
        'x-tourcms-date': String(time),
      },
      ...(body !== undefined && { body }),
    })
    refuseGarbled(reply)
    const response = responseIn(reply.body)
    const said = textOf(response, 'error')
    if (response && said === 'OK') return response
    const kind = kinds[said]
    if (kind) throw new TourcmsNo(kind, said)
    const fault = faultOfStatus(reply)
    if (fault) throw new SupplierError(fault)
    if (response && said !== '') throw new TourcmsNo('invalid', said.slice(0, 100))
    throw new SupplierError({ kind: 'invalid', detail: storedText('it is not in the expected format') })
  }
}

/** The `<response>` of an answer; undefined where it is no such XML. Document types and entities are refused. */
function responseIn(body: string): XmlElement | undefined {
  try {
    const root = readXml(body)
    return root.name === 'response' ? root : undefined
  } catch (error) {
    if (error instanceof NotXml) return undefined
    throw error
  }
}
