import { NoResponse } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'

/** Why a file was not taken, for the person who chose it. */
export class UploadRefused extends Error {}

/** How many times a lost piece is sent in total. */
const tries = 4
/** Milliseconds before a lost piece is sent again, more with each time. */
const pause = 1_000

interface Pieces {
  /** Bytes of each piece but the last. */
  readonly pieceBytes: number
  /** Sends one, in base64; `isLast`: it is not tried again, so its failure is the person's to see. */
  readonly send: (piece: { position: number; data: string; isLast: boolean }) => Promise<unknown>
  /** The share that has been sent, 0 to 1; 1 means that the server has it all. */
  readonly onProgress: (share: number) => void
}

/**
 * Sends a file piece by piece, a lost one again.
 *
 * @throws UploadRefused where the browser cannot read it any more, besides what `send` throws
 */
export async function sendPieces(file: File, { pieceBytes, send, onProgress }: Pieces): Promise<void> {
  const count = Math.ceil(file.size / pieceBytes)
  for (let position = 0; position < count; position++) {
    onProgress(position / count)
    const data = await base64Of(file.slice(position * pieceBytes, (position + 1) * pieceBytes))
    await persistently((isLast) => send({ position, data, isLast }))
  }
  onProgress(1)
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
