import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idText, positionText } from '../../core/http/path-params.ts'
import { recordSchema } from '../../core/calls/resource-endpoints.ts'
import { imagePieceBytes, images, maxImageBytes, renditions } from './images.ts'

const tag = images.label[1]
const uploadId = z.string().register(z.globalRegistry, { description: 'The uploadId that the upload began with' })
const megabytes = maxImageBytes / 1024 / 1024

export const beginImageUpload = defineEndpoint('POST /rest/data/images/uploads', {
  summary: 'Start an image upload, or learn that the image is already there',
  tag,
  access: ['images', 'write'],
  status: 201,
  input: z.strictObject({
    fileName: z
      .string({ error: () => t('Enter a file name.') })
      .check(z.trim(), z.minLength(1, { error: () => t('Enter a file name.') })),
    bytes: z
      .int({ error: () => t('Send the file’s size in bytes.') })
      .check(
        z.minimum(1, { error: () => t('The file is empty.') }),
        z.maximum(maxImageBytes, { error: () => t('An image can be at most {megabytes} MB.', { megabytes }) }),
      ),
    /** Of the file, in hexadecimal digits: an existing file needn't be sent again. */
    sha256: z.optional(
      z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/, { error: () => t('A SHA-256 has 64 hexadecimal digits, in lower case.') })),
    ),
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
  summary: 'Send one piece of an image; sent again, it takes the place of the earlier one',
  tag,
  access: ['images', 'write'],
  params: z.object({ id: uploadId, position: positionText }),
  input: z.strictObject({
    /** Base64. */
    data: z.string({ error: () => t('Send the bytes as base64.') }).check(
      z.maxLength(Math.ceil(imagePieceBytes / 3) * 4, {
        error: () => t('A piece has {imagePieceBytes} bytes.', { imagePieceBytes }),
      }),
    ),
  }),
  output: z.object({ received: z.int() }),
})

export const finishImageUpload = defineEndpoint('POST /rest/data/images/uploads/:id/finish', {
  summary: 'Make an image of the pieces that were sent',
  answers: ['ETag', 'Location'],
  tag,
  access: ['images', 'write'],
  params: z.object({ id: uploadId }),
  output: recordSchema(images),
})

export const readImageFile = defineEndpoint('GET /rest/data/images/:id/files/:name', {
  summary: `Read an image as a file: ${renditions.join(', ')}`,
  tag,
  access: ['images', 'ui'],
  params: z.object({ id: idText, name: z.string().register(z.globalRegistry, { description: 'Which of them' }) }),
  query: z.object({ v: z.optional(z.string()) }),
  produces: 'image/webp',
  output: z.string(),
})

/**
 * The address of the image files of public pages, for anyone who has the link: the hash of a file can't be guessed
 * without the file.
 */
export const publicImages = '/v1/images/'

export const readPublicImage = defineEndpoint('GET /v1/images/:hash/:name', {
  summary: `Read a picture of the catalogue as a file, as the discovery API names it: ${renditions.join(', ')}`,
  tag: 'Pictures',
  access: 'public',
  params: z.object({ hash: z.string(), name: z.string() }),
  produces: 'image/webp',
  output: z.string(),
})
