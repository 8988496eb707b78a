import { defineSlot } from '../../../ui/slots.ts'

export interface NotifyCustomersProps {
  /** Ids of the schedule changes that customers have not heard of yet. */
  readonly changes: readonly number[]
  readonly onClose: () => void
}

/** The step after performances move: whether to notify their customers, and with what text. */
export const notifyCustomers = defineSlot<NotifyCustomersProps>('notify-customers')
