import { http } from '../../../core/browser/http-client.web.ts'
import { FailedRequest, NoResponse } from '../../../core/browser/request-errors.web.ts'
import { pathOf } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import type { ETickets } from './e-ticket.endpoints.ts'
import { addETickets, sendETicketPiece } from './e-ticket.endpoints.ts'
import { maxPdfBytes, pdfPieceBytes } from './pdf-limits.ts'

/** How many times a lost piece is sent in total. */
const tries = 4
const pause = 1_000

interface Uploading {
  readonly purchaseId: number
  /** The e-ticket whose place the file takes. */
  readonly replaces: number | null
  /** The share that has been sent, 0 to 1; 1 means that the server is reading it. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Why a file was not taken, for the person who chose it. */
class UploadRefused extends Error {}

/** Sends a PDF piece by piece and has it split. */
export async function uploadPdf(
  file: File,
  { purchaseId, replaces, onProgress, signal }: Uploading,
): Promise<ETickets> {
  if (file.size === 0) throw new UploadRefused(t('The file is empty.'))
  if (file.size > maxPdfBytes)
    throw new UploadRefused(t('A PDF can be at most {megabytes} MB.', { megabytes: maxPdfBytes / 1024 / 1024 }))
  const upload = crypto.randomUUID()
  const count = Math.ceil(file.size / pdfPieceBytes)
  for (let position = 0; position < count; position++) {
    onProgress(position / count)
    const data = await base64Of(file.slice(position * pdfPieceBytes, (position + 1) * pdfPieceBytes))
    const path = pathOf(sendETicketPiece, { id: purchaseId, upload, position })
    const body = { fileName: file.name.slice(-160), bytes: file.size, data }
    await persistently((isLast) =>
      http.request(sendETicketPiece.method, path, { body, signal, quiet: isLast ? [409, 422, 429] : true }),
    )
  }
  onProgress(1)
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
  return t('This file could not be uploaded. Try again.')
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(new UploadRefused(t('The file cannot be read any more.')))
    reader.readAsDataURL(piece)
  })
}

async function persistently(work: (isLast: boolean) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work(attempt === tries)
      return
    } catch (error) {
      if (!(error instanceof NoResponse) || attempt === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, pause * attempt))
    }
  }
}
