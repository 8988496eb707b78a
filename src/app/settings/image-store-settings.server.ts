import type { S3Settings } from '../../core/settings.server.ts'

interface Values {
  readonly IMAGES_S3_ENDPOINT?: string | undefined
  readonly IMAGES_S3_BUCKET?: string | undefined
  readonly IMAGES_S3_REGION: string
  readonly IMAGES_S3_ACCESS_KEY_ID?: string | undefined
  readonly IMAGES_S3_SECRET_ACCESS_KEY?: string | undefined
}

const needed = ['IMAGES_S3_BUCKET', 'IMAGES_S3_ACCESS_KEY_ID', 'IMAGES_S3_SECRET_ACCESS_KEY'] as const

/** Otherwise a store with half of its settings would only show with the first image. */
export function imageStoreProblems(values: Values): string[] {
  const given = needed.filter((name) => values[name] !== undefined)
  if (values.IMAGES_S3_ENDPOINT !== undefined) {
    return needed
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} is required with IMAGES_S3_ENDPOINT`)
  }
  return given.length > 0
    ? [`IMAGES_S3_ENDPOINT is required with ${given[0]}: images would be kept in DATA_DIR without it`]
    : []
}

export function imageStoreOf(values: Values): S3Settings | undefined {
  const {
    IMAGES_S3_ENDPOINT: endpoint,
    IMAGES_S3_BUCKET: bucket,
    IMAGES_S3_ACCESS_KEY_ID: accessKeyId,
    IMAGES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined
  return { endpoint, bucket, region: values.IMAGES_S3_REGION, accessKeyId, secretAccessKey }
}
