import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'
import { sendPieces, UploadRefused } from '../../ui/resource/upload-pieces.web.ts'
import { beginImageUpload, finishImageUpload, sendImagePiece } from './image.endpoints.ts'
import { images, maxImageBytes } from './images.ts'

export type Image = RecordOf<typeof images>

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
  await sendPieces(file, {
    pieceBytes,
    onProgress,
    send: ({ position, data: piece, isLast }) =>
      http.request(sendImagePiece.method, pathOf(sendImagePiece, { id, position }), {
        body: { data: piece },
        signal,
        quiet: isLast ? [422] : true,
      }),
  })
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

/** The pictures among dropped or pasted items; other files are ignored, and text stays text. */
export function imageFilesIn(data: DataTransfer | null): File[] {
  return Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'))
}
