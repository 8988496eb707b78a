import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { NoResponse } from '../../core/browser/request-errors.web.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import { beginImageUpload, finishImageUpload, sendImagePiece } from './image.endpoints.ts'
import { images, maxImageBytes } from './images.ts'

export type Image = RecordOf<typeof images>

/** Why a file was not taken, for the person who chose it. */
export class UploadRefused extends Error {}

/** How many times a lost piece is sent in total. */
const tries = 4
const pause = 1_000

interface Begun {
  readonly uploadId: string | null
  readonly pieceBytes: number
  readonly imageId: number | null
}

/**
 * Uploads a file to the library, or finds the image that is the same file. `onProgress` receives the share that has
 * been sent, 0 to 1; 1 means that the server is processing it.
 *
 * @throws UploadRefused with a sentence, besides the failures of any call
 */
export async function uploadImage(
  file: File,
  { onProgress = () => {}, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Image> {
  if (file.size === 0) throw new UploadRefused(t('The file is empty.'))
  if (file.size > maxImageBytes)
    throw new UploadRefused(t('An image can be at most {megabytes} MB.', { megabytes: maxImageBytes / 1024 / 1024 }))
  const { data } = await http.request(beginImageUpload.method, beginImageUpload.path, {
    body: { fileName: nameOf(file), bytes: file.size, ...(await hashOf(file)) },
    signal,
    quiet: [422, 429],
  })
  // Edge: the endpoint's own schema is what the server answers by.
  const { uploadId, pieceBytes, imageId } = data as Begun
  if (imageId !== null) return (await http.request('GET', `${basePathOf(images)}/${imageId}`, { signal })).data as Image
  const id = uploadId ?? ''
  const count = Math.ceil(file.size / pieceBytes)
  for (let position = 0; position < count; position++) {
    onProgress(position / count)
    const piece = await base64Of(file.slice(position * pieceBytes, (position + 1) * pieceBytes))
    await persistently(async (isLast) => {
      await http.request(sendImagePiece.method, pathOf(sendImagePiece, { id, position }), {
        body: { data: piece },
        signal,
        quiet: isLast ? [422] : true,
      })
    })
  }
  onProgress(1)
  return (await http.request(finishImageUpload.method, pathOf(finishImageUpload, { id }), { signal, quiet: [422] }))
    .data as Image
}

/** Files from the clipboard have no name worth keeping. */
function nameOf({ name }: File): string {
  return name === '' || name === 'image.png' ? t('Pasted picture') : name.slice(-160)
}

/** Without https a browser gives no hash, and the file travels to be compared. */
async function hashOf(file: File): Promise<{ sha256?: string }> {
  if (typeof crypto.subtle?.digest !== 'function') return {}
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return { sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') }
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(new UploadRefused(t('The file cannot be read any more.')))
    reader.readAsDataURL(piece)
  })
}

async function persistently(work: (isLast: boolean) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt === tries)
    } catch (error) {
      if (!(error instanceof NoResponse) || attempt === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, pause * attempt))
    }
  }
}

/** The pictures among dropped or pasted items; other files are ignored, and text stays text. */
export function imageFilesIn(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'))
}
