import type { PurchaseDetails } from '../../purchases/purchase-details.ts'

/** The order that was confirmed first keeps the places, unless staff decide otherwise. */
export const shouldKeep = (purchaseId: number, oversell: PurchaseDetails['oversell']): boolean =>
  oversell?.how === 'same_seats' &&
  oversell.orders.every(({ outcome }) => outcome !== 'kept') &&
  oversell.orders.find(({ outcome }) => outcome === null)?.id === purchaseId
