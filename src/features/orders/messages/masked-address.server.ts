import { maskedValue } from '../../../core/resource/personal.ts'
import { purchases } from '../../purchases/purchases.ts'

/** As everywhere: whole addresses are shown by the order, with a reason that is kept. */
export const maskedAddress = (address: string): string => String(maskedValue(purchases.fields.customerEmail, address))
