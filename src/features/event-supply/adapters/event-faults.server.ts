import { t } from '../../../core/i18n/language.ts'
import type { SupplierFault } from '../../supply/importing/supplier-catalogue.server.ts'
import { faultSentence } from '../../supply/importing/supplier-catalogue.server.ts'

/** Why a provider of tickets has no usable answer, as staff read it. */
export function eventFaultSentence(
  provider: string,
  fault: SupplierFault,
  again: Parameters<typeof faultSentence>[2],
): string {
  switch (fault.kind) {
    case 'not_found':
      return t('{provider} has no event with this id. Check the id or match another event.', { provider })
    case 'gone':
      return t('{provider} no longer sells this event.', { provider })
    case 'permission':
      return t('Our account at {provider} has no access to this event. Ask {provider} for access.', { provider })
    case 'auth':
      return t('{provider} refused our key. Check it in the connection settings.', { provider })
    default:
      return faultSentence(provider, fault, again)
  }
}
