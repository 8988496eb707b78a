import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { recordSchema } from '../../kit/resource-endpoints.ts'
import { imagePieceBytes, images, mostImageBytes, renditions } from './images.ts'

const tag = images.label[1]
const upload = z.object({ id: z.string() })
const megabytes = mostImageBytes / 1024 / 1024

export const beginImageUpload = defineEndpoint('POST /rest/data/images/uploads', {
  summary: 'Begin to upload an image, or be told that it is there already', tag, access: ['images', 'write'], status: 201,
  input: z.strictObject({
    fileName: z.string({ error: () => t('Say what the file is called.') }).check(z.trim(), z.minLength(1, { error: () => t('Say what the file is called.') })),
    bytes: z.int({ error: () => t('Say how many bytes the file has.') }).check(
      z.minimum(1, { error: () => t('The file is empty.') }), z.maximum(mostImageBytes, { error: () => t('An image may have at most {megabytes} MB.', { megabytes }) })),
    /** Of the file, in hexadecimal digits: what is there already need not travel again. */
    sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: () => t('A SHA-256 has 64 hexadecimal digits, in lower case.') }))),
  }),
  output: z.object({
    uploadId: z.nullable(z.string()),
    /** Bytes of each piece but the last. */
    pieceBytes: z.int(),
    /** The image that is the same file. */
    imageId: z.nullable(z.int()),
  }),
})

export const sendImagePiece = defineEndpoint('PUT /rest/data/images/uploads/:id/pieces/:position', {
  summary: 'Send one piece of an image; sent again, it takes the place of the earlier one', tag, access: ['images', 'write'],
  params: z.object({ id: z.string(), position: z.string() }),
  input: z.strictObject({
    /** Base64. */
    data: z.string({ error: () => t('Send the bytes as base64.') }).check(z.maxLength(Math.ceil(imagePieceBytes / 3) * 4, { error: () => t('A piece has {imagePieceBytes} bytes.', { imagePieceBytes }) })),
  }),
  output: z.object({ received: z.int() }),
})

export const finishImageUpload = defineEndpoint('POST /rest/data/images/uploads/:id/finish', {
  summary: 'Make an image of the pieces that were sent', tag, access: ['images', 'write'], params: upload, output: recordSchema(images),
})

export const readImageFile = defineEndpoint('GET /rest/data/images/:id/files/:name', {
  summary: `Read an image as a file: ${renditions.join(', ')}`, tag, access: ['images', 'ui'],
  params: z.object({ id: z.string(), name: z.string() }), query: z.object({ v: z.optional(z.string()) }),
  produces: 'image/webp', output: z.string(),
})

/** Where the files of pictures on public pages are, for whoever was told the address: nobody can guess the hash of a file that they do not have. */
export const publicImages = '/v1/images/'

export const readPublicImage = defineEndpoint('GET /v1/images/:hash/:name', {
  summary: `Read a picture of the catalogue as a file, as the discovery API names it: ${renditions.join(', ')}`, tag: 'Discovery API', access: 'public',
  params: z.object({ hash: z.string(), name: z.string() }), produces: 'image/webp', output: z.string(),
})
