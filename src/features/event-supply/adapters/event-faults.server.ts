import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { SupplierFault } from '../../supply/importing/supplier-catalogue.server.ts'
import { faultText } from '../../supply/importing/supplier-catalogue.server.ts'

/** Why a provider of tickets has no usable answer, as staff read it. */
export function eventFaultText(provider: string, fault: SupplierFault, again: Parameters<typeof faultText>[2]): Said {
  switch (fault.kind) {
    case 'not_found':
      return storedText('{provider} has no event with this id. Check the id or match another event.', { provider })
    case 'gone':
      return storedText('{provider} no longer sells this event.', { provider })
    case 'permission':
      return storedText('Our account at {provider} has no access to this event. Ask {provider} for access.', {
        provider,
      })
    case 'auth':
      return storedText('{provider} refused our key. Check it in the connection settings.', { provider })
    default:
      return faultText(provider, fault, again)
  }
}

/** The same in the language of the call. */
export const eventFaultSentence = (...fault: Parameters<typeof eventFaultText>): string =>
  sayStored(eventFaultText(...fault))
