/** Where the files of images lie. Keys are a hash, a slash and a name; what is written under a key never changes. */
export interface ImageStore {
  /** Null when there is no such file. */
  read(key: string): Promise<Buffer | null>
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>
  /** Takes away every file of an image; none is no fault. */
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
