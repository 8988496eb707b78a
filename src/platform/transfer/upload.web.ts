import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { FileImport } from './file-imports.ts'
import { cancelFileImport, fileImportEndpoint, pieceBytes, readFileImport, sendPiece } from './file-imports.ts'

const quiet = [409, 413, 422, 429] as const

/**
 * Sends a file piece by piece and has it read. A piece is a call of its own, so that a slow line never meets the time
 * limit of one.
 */
export async function uploadFile(
  resource: AnyResource,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<FileImport> {
  const begun = (
    await http.request('POST', fileImportEndpoint(resource).path, {
      body: { fileName: file.name, bytes: file.size },
      quiet,
      signal,
    })
  ).data as FileImport
  const params = { id: begun.id }
  try {
    for (let position = 0; position * pieceBytes < file.size; position++) {
      const piece = file.slice(position * pieceBytes, (position + 1) * pieceBytes)
      await http.request('PUT', pathOf(sendPiece, { ...params, position }), {
        body: { data: await base64Of(piece) },
        quiet,
        signal,
      })
      onProgress(Math.min(1, ((position + 1) * pieceBytes) / file.size))
    }
    return (await http.request('POST', pathOf(readFileImport, params), { quiet, signal })).data as FileImport
  } catch (failure) {
    // Cancels the partial upload, so that it doesn't get in the way later.
    void http.request('POST', pathOf(cancelFileImport, params), { quiet: 'everything' }).catch(() => {})
    throw failure
  }
}

export async function base64Of(piece: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    // Such as a file that was moved away, or changed, after it was chosen.
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(piece)
  })
}
