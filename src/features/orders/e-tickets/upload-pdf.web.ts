import { http } from '../../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { pathOf } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { sendPieces, UploadRefused } from '../../../ui/resource/upload-pieces.web.ts'
import type { ETickets } from './e-ticket.endpoints.ts'
import { addETickets, sendETicketPiece } from './e-ticket.endpoints.ts'
import { maxPdfBytes, pdfPieceBytes } from './pdf-limits.ts'

interface Uploading {
  readonly purchaseId: number
  /** The e-ticket whose place the file takes. */
  readonly replaces: number | null
  /** The share that has been sent, 0 to 1; 1 means that the server is reading it. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Sends a PDF piece by piece and has it split. */
export async function uploadPdf(
  file: File,
  { purchaseId, replaces, onProgress, signal }: Uploading,
): Promise<ETickets> {
  if (file.size === 0) throw new UploadRefused(t('The file is empty.'))
  if (file.size > maxPdfBytes)
    throw new UploadRefused(t('A PDF can be at most {megabytes} MB.', { megabytes: maxPdfBytes / 1024 / 1024 }))
  const upload = crypto.randomUUID()
  await sendPieces(file, {
    pieceBytes: pdfPieceBytes,
    onProgress,
    send: ({ position, data, isLast }) =>
      http.request(sendETicketPiece.method, pathOf(sendETicketPiece, { id: purchaseId, upload, position }), {
        body: { fileName: file.name.slice(-160), bytes: file.size, data },
        signal,
        quiet: isLast ? [409, 422, 429] : true,
      }),
  })
  const { data } = await http.request(addETickets.method, pathOf(addETickets, { id: purchaseId }), {
    body: { upload, replaces },
    signal,
    quiet: [409, 422],
  })
  // Edge: the endpoint's own schema is what the server answers by.
  return data as ETickets
}

/** What went wrong, as a sentence. */
export function wordsOf(error: unknown): string {
  const isSaid = error instanceof FailedRequest && [409, 422, 429].includes(error.status)
  if (error instanceof UploadRefused || isSaid) return error.message
  return t('This file didn’t upload. Try again.')
}
