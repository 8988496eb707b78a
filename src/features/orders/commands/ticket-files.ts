import { defineSlot } from '../../../ui/slots.ts'

export interface TicketFilesProps {
  readonly purchaseId: number
}

/** Where staff upload the e-tickets of an order and give them to its tickets, on the page that changes it. */
export const ticketFiles = defineSlot<TicketFilesProps>('order-ticket-files')
