import { join } from 'node:path'
import { diskStore } from './disk-store.server.ts'
import type { ImageStore } from './image-store.server.ts'
import type { S3Settings } from '../../core/settings.server.ts'
import { s3Store } from './s3-store.server.ts'

export interface ImageSettings {
  readonly dataDir: string
  /** Undefined: a folder in `dataDir`. */
  readonly imageStore: S3Settings | undefined
}

export function imageStoreOf({ dataDir, imageStore }: ImageSettings): ImageStore {
  return imageStore ? s3Store(imageStore) : diskStore(join(dataDir, 'images'))
}

/** The key of the picture as it is kept, from which all others are made. */
export const masterKey = (sha256: string) => `${sha256}/master`
