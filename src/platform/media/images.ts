import { imageWidths } from './image-address.ts'
import { boolean, decimal, integer, ref, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { staff } from '../auth/sign-in/staff.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    images: true
  }
}

/**
 * Pictures that any content can show, each stored once. They are only created by uploads; all that is kept of a file is
 * its picture, drawn again, and nothing else that was in it.
 */
export const images = defineResource('images', {
  label: ['Image', 'Images'],
  access: 'images',
  operations: ['list', 'read', 'update', 'delete'],
  title: 'fileName',
  fields: {
    fileName: text({
      required: true,
      max: 160,
      label: 'Name',
      help: 'What the picture is called in the library. It isn’t public',
    }),
    altText: text({
      max: 300,
      translatable: true,
      label: 'Alternative text',
      help: 'Describe the picture in a sentence for people who can’t see it. Required to publish content',
    }),
    credit: text({ max: 200, help: 'Credit line shown beside the image' }),
    licence: select(['own', 'licensed', 'supplier', 'cc_by', 'cc_by_sa', 'public_domain'], {
      labels: {
        own: 'Our own',
        licensed: 'Licensed',
        supplier: 'From a supplier',
        cc_by: 'CC BY',
        cc_by_sa: 'CC BY-SA',
        public_domain: 'Public domain',
      },
    }),
    focalX: decimal({
      required: true,
      min: 0,
      max: 1,
      scale: 3,
      initial: 0.5,
      label: 'Focal point, across',
      help: 'From 0 at the left to 1 at the right',
    }),
    focalY: decimal({
      required: true,
      min: 0,
      max: 1,
      scale: 3,
      initial: 0.5,
      label: 'Focal point, down',
      help: 'From 0 at the top to 1 at the bottom',
    }),
    mediaType: select(['image/jpeg', 'image/png'], {
      required: true,
      readOnly: true,
      label: 'Format',
      labels: { 'image/jpeg': 'JPEG', 'image/png': 'PNG' },
    }),
    width: integer({ required: true, readOnly: true, min: 1, max: 20_000 }),
    height: integer({ required: true, readOnly: true, min: 1, max: 20_000 }),
    bytes: integer({ required: true, readOnly: true, min: 1 }),
    sha256: text({
      required: true,
      readOnly: true,
      unique: true,
      min: 64,
      max: 64,
      pattern: /^[0-9a-f]{64}$/,
      label: 'SHA-256 of the upload',
    }),
    createdById: ref(nameOf<typeof staff>('staff'), { readOnly: true, label: 'Uploaded by' }),
    isUsed: boolean({ derived: true, label: 'In use' }),
  },
  list: {
    columns: ['fileName', 'altText', 'width', 'height', 'bytes', 'isUsed', 'createdById', 'createdAt'],
    shown: [{ key: 'fileName', below: ['altText'] }, 'width', 'height', 'bytes', 'isUsed', 'createdById', 'createdAt'],
    filters: ['altText', 'isUsed', 'bytes', 'width', 'licence', 'mediaType', 'createdById', 'createdAt'],
    search: ['fileName', 'altText', 'credit'],
    sort: '-createdAt',
    needs: ['altText', 'isUsed', 'bytes', 'width', 'height'],
  },
  form: {
    main: [
      { title: 'Picture', fields: ['focalX', 'focalY'] },
      { title: 'Text', fields: ['altText', 'fileName'] },
    ],
    aside: [
      { title: 'Rights', fields: ['credit', 'licence'] },
      { title: 'File', fields: ['mediaType', 'width', 'height', 'bytes', 'createdById', 'isUsed', 'sha256'] },
    ],
  },
  summary: 'Pictures for content, with their focal point, alternative text and rights.',
})

export const squareSide = 320
export const renditions = [...imageWidths.map(String), 'square'] as readonly string[]

/** The largest file that is accepted, in bytes, and the most pixels that it can have. */
export const maxImageBytes = 20 * 1024 * 1024
export const maxImagePixels = 64_000_000
/** Bytes of a file that travel in one call. */
export const imagePieceBytes = 512 * 1024
