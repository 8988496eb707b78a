// What one upload of tickets can be. Larger ones are no tickets.

export const maxPdfBytes = 20 * 1024 * 1024
export const maxPdfPages = 100
/** Pages that one order can have, assigned or not. */
export const maxPagesOfOrder = 400
/** Bytes of each piece of an upload but the last. */
export const pdfPieceBytes = 512 * 1024
