/** Where the files of images are stored. Keys are a hash, a slash and a name; a file never changes once written. */
export interface ImageStore {
  /** Null when the file doesn't exist. */
  read(key: string): Promise<Buffer | null>
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>
  /** Deletes every file of an image; it is no error if there are none. */
  removeAll(sha256: string): Promise<void>
}

const keyPattern = /^[0-9a-f]{64}\/[a-z0-9]+(?:[.-][a-z0-9]+)*$/

/** Keys are made by the server alone; one that is not of its making must never reach a path. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key of an image's file.`)
}

export function assertHash(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`${JSON.stringify(sha256)} is no hash.`)
}
