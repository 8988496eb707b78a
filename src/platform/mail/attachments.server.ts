import type { Db } from '../../db/tables.server.ts'
import type { MessageContent } from './message-content.ts'

/** Reads a file by its key, outside of any transaction. */
type AttachmentSource = (db: Db, key: string) => Promise<Uint8Array>

export interface AttachedFile {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

const sources = new Map<string, AttachmentSource>()

/** Says where the files of a feature are read, before any message is sent. */
export function provideAttachments(name: string, source: AttachmentSource): void {
  sources.set(name, source)
}

/** The files of a message, as they leave with it. */
export async function filesOf(db: Db, { attachments = [] }: MessageContent): Promise<readonly AttachedFile[]> {
  const files: AttachedFile[] = []
  for (const { name: filename, type: contentType, source, key } of attachments) {
    const read = sources.get(source)
    if (!read) throw new Error(`No feature provides the attachments of ${source}.`)
    files.push({ filename, contentType, content: Buffer.from(await read(db, key)) })
  }
  return files
}
