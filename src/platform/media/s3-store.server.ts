import type { S3Settings } from '../../core/settings.server.ts'
import type { AwsClient } from 'aws4fetch'
import type { ImageStore } from './image-store.server.ts'
import { assertHash, assertKey } from './image-store.server.ts'

/** Milliseconds that one call can take. */
const patience = 20_000
const tries = 2

/** Keeps images in a bucket of anything that speaks S3, addressed by path, which every such service understands. */
export function s3Store(settings: S3Settings): ImageStore {
  const base = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`
  let client: Promise<AwsClient> | undefined

  async function call(method: string, address: string, body?: Buffer, mediaType?: string): Promise<Response> {
    client ??= import('aws4fetch').then(
      ({ AwsClient }) =>
        new AwsClient({
          accessKeyId: settings.accessKeyId,
          secretAccessKey: settings.secretAccessKey,
          region: settings.region,
          service: 's3',
          retries: tries,
        }),
    )
    const response = await (
      await client
    ).fetch(address, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      ...(body && { body: new Uint8Array(body), headers: { 'content-type': mediaType ?? 'application/octet-stream' } }),
    })
    if (response.ok || response.status === 404) return response
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec((await response.text()).slice(0, 2_000))?.[1] ?? 'no code'
    throw new Error(`The image store answered ${method} with ${response.status} (${code}).`)
  }

  /** A page of at most 1,000 keys, many times what one image has. */
  async function keysOf(sha256: string): Promise<string[]> {
    const response = await call('GET', `${base}?list-type=2&prefix=images%2F${sha256}%2F`)
    if (response.status === 404) throw new Error(`The image store has no bucket called ${settings.bucket}.`)
    const found = [...(await response.text()).matchAll(/<Key>images\/([0-9a-f]{64}\/[a-z0-9.-]+)<\/Key>/g)].map(
      ([, key = '']) => key,
    )
    return found.filter((key) => key.startsWith(`${sha256}/`))
  }

  return {
    async read(key) {
      assertKey(key)
      const response = await call('GET', `${base}/images/${key}`)
      if (response.status === 404) return null
      return Buffer.from(await response.arrayBuffer())
    },
    async write(key, bytes, mediaType) {
      assertKey(key)
      const response = await call('PUT', `${base}/images/${key}`, bytes, mediaType)
      if (response.status === 404) throw new Error(`The image store has no bucket called ${settings.bucket}.`)
    },
    async removeAll(sha256) {
      assertHash(sha256)
      for (const key of await keysOf(sha256)) await call('DELETE', `${base}/images/${key}`)
    },
  }
}
