import { msg } from '../../../core/i18n/language.ts'
import type { ETicket, ETickets } from './e-ticket.endpoints.ts'

/** What people call the kinds of barcodes; names that are no words are as they are. */
export const barcodeLabels: Readonly<Record<string, string>> = {
  QRCode: msg('QR code'),
  MicroQRCode: msg('QR code'),
  DataMatrix: msg('Data Matrix'),
  Code128: 'Code 128',
  Code39: 'Code 39',
}

/** One ticket of the order, with the page that it has. */
export interface TicketPlace {
  readonly line: number
  readonly place: number
  readonly title: string
  /** `Stalls · F · 12`: no words, so that it reads the same in every language. */
  readonly where: string
  readonly holder: string | null
  readonly ticket: ETicket | null
}

/** Every ticket of an order, in the order of its lines. */
export function placesOf({ lines, tickets }: Pick<ETickets, 'lines' | 'tickets'>): readonly TicketPlace[] {
  return lines.flatMap(({ position: line, title, quantity, section, row, seats, holderNames }) =>
    Array.from({ length: quantity }, (_, index) => ({
      line,
      place: index + 1,
      title,
      where: [section, row, seats[index]].filter(Boolean).join(' · '),
      holder: holderNames[index] ?? null,
      ticket: tickets.find((ticket) => ticket.line === line && ticket.place === index + 1) ?? null,
    })),
  )
}
