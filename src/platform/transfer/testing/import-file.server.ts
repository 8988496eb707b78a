import type { AnyResource } from '../../../core/resource/resource.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import type { Caller, Reply } from '../../../core/testing/test-context.server.ts'
import type { FileImport } from '../file-imports.ts'
import { pieceBytes } from '../file-imports.ts'

const path = '/rest/data/file-imports'

/** Uploads a file as the console does, and has it read. */
export async function uploadFile(
  caller: Caller,
  resource: Pick<AnyResource, 'name' | 'path'>,
  content: Uint8Array,
  fileName = 'file.csv',
): Promise<Reply> {
  const begun = await caller.post(`${basePathOf(resource as AnyResource)}/file-imports`, {
    fileName,
    bytes: content.length,
  })
  if (begun.status !== 201) return begun
  const { id } = begun.body as FileImport
  for (let position = 0; position * pieceBytes < content.length; position++) {
    const piece = Buffer.from(content.subarray(position * pieceBytes, (position + 1) * pieceBytes))
    const sent = await caller.put(`${path}/${id}/pieces/${position}`, { data: piece.toString('base64') })
    if (sent.status !== 200) return sent
  }
  return await caller.post(`${path}/${id}/read`)
}

/** The same, for tests that are about what comes after it. */
export async function importFile(
  caller: Caller,
  resource: Pick<AnyResource, 'name' | 'path'>,
  content: Uint8Array,
): Promise<FileImport> {
  const reply = await uploadFile(caller, resource, content)
  if (reply.status !== 200) throw new Error(`The file was not read: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as FileImport
}
