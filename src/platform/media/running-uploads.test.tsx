import { act, useEffect, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { refs } from '../../core/resource/fields.ts'
import type { OpenScreen } from '../../ui/testing/open-screen.tsx'
import { chooseFile, click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { ImagesInput } from './image-inputs.tsx'
import { images } from './images.ts'

afterEach(closeScreen)

const stored = (id: number) => ({ id, version: 1, fileName: `${id}.jpg`, altText: null })
const library = [1, 2, 3].map(stored)

/** The field with some images, over a server that keeps every file waiting: `arrive` says which image it is, if any. */
async function openField(start: readonly number[]) {
  let value: unknown = start
  const waiting = new Map<string, (imageId: number | null) => void>()
  function Field() {
    const [ids, setIds] = useState<unknown>(start)
    useEffect(() => {
      value = ids
    })
    const field = refs(images, { label: 'Photos' })
    return (
      <ImagesInput
        {...{
          field,
          name: 'photos',
          value: ids,
          onChange: setIds,
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
        }}
      />
    )
  }
  const screen = await openScreen(<Field />, {
    'GET /rest/data/images': library,
    'GET /rest/data/images/4': stored(4),
    'GET /rest/data/images/5': stored(5),
    'POST /rest/data/images/uploads': async ({ body }: { body: { fileName: string } }) => {
      const imageId = await new Promise<number | null>((resolve) => {
        waiting.set(body.fileName, resolve)
      })
      if (imageId === null) throw new DOMException('Given up', 'AbortError')
      return { uploadId: null, pieceBytes: 1, imageId }
    },
  })
  async function arrive(name: string, imageId: number | null): Promise<void> {
    await act(async () => {
      waiting.get(name)?.(imageId)
      for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve, 4))
    })
  }
  return { screen, arrive, value: () => value }
}

const fileOf = (name: string) => new File([name], name, { type: 'image/jpeg' })
const inDialog = '[role=dialog] '

async function openPicker(screen: OpenScreen): Promise<void> {
  await click(screen.button('Choose from the library'))
}

describe('a field of images while files upload', () => {
  it('keeps an image that arrives before one that was given earlier', async () => {
    const { screen, arrive, value } = await openField([])
    await chooseFile(fileOf('large.jpg'), screen.find('[data-upload]'))
    await chooseFile(fileOf('small.jpg'), screen.find('[data-upload]'))
    await arrive('small.jpg', 5)
    expect(value()).toEqual([5])
    await arrive('large.jpg', 4)
    expect(value()).toEqual([5, 4])
  })

  it('keeps what was removed and moved until they arrive', async () => {
    const { screen, arrive, value } = await openField([1, 2, 3])
    await chooseFile(fileOf('large.jpg'), screen.find('[data-upload]'))
    await click(screen.find('[aria-label="Remove 1.jpg"]'))
    await click(screen.find('[aria-label="Move 3.jpg forward"]'))
    await arrive('large.jpg', 4)
    expect(value()).toEqual([3, 2, 4])
  })
})

describe('choosing from the library while files upload', () => {
  it('takes what was chosen until they arrive along with them', async () => {
    const { screen, arrive, value } = await openField([])
    await openPicker(screen)
    await chooseFile(fileOf('large.jpg'), screen.find(`${inDialog}[data-upload]`))
    await click(screen.find(`${inDialog}[title="2.jpg"]`))
    await arrive('large.jpg', 4)
    expect(value()).toEqual([2, 4])
  })

  it.each([5, null])('adds nothing once it is cancelled, not even what had arrived, last %s', async (last) => {
    const { screen, arrive, value } = await openField([1])
    await openPicker(screen)
    const input = screen.find(`${inDialog}[data-upload]`)
    await act(async () => {
      Object.defineProperty(input, 'files', { value: [fileOf('first.jpg'), fileOf('second.jpg')], configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await arrive('first.jpg', 4)
    await click(screen.button('Cancel'))
    await arrive('second.jpg', last)
    expect(value()).toEqual([1])
  })
})
