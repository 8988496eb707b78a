import { afterEach, describe, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { uploadImage } from './image-upload.web.ts'
import { maxImageBytes } from './images.ts'

afterEach(closeScreen)

describe('a file for the library', () => {
  const known = {
    'POST /rest/data/images/uploads': { uploadId: null, pieceBytes: 1, imageId: 5 },
    'GET /rest/data/images/5': { id: 5 },
  }
  const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'photo.jpg')

  it('is sent up to 20 MB, and not one byte beyond', async () => {
    const { calls } = await openScreen(null, known)
    expect(await uploadImage(fileOf(maxImageBytes))).toEqual({ id: 5 })
    expect(calls[0]?.body).toMatchObject({ fileName: 'photo.jpg', bytes: 20 * 1024 * 1024 })
    await expect(uploadImage(fileOf(maxImageBytes + 1))).rejects.toThrow('An image can be at most 20 MB.')
    await expect(uploadImage(fileOf(0))).rejects.toThrow('The file is empty.')
    expect(calls).toHaveLength(2)
  })
})
