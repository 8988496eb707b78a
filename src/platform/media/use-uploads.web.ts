import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { CancelledRequest, FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { Image } from './image-upload.web.ts'
import { UploadRefused } from '../../ui/resource/upload-pieces.web.ts'
import { uploadImage } from './image-upload.web.ts'
import { images } from './images.ts'

interface Upload {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  /** Why it came to nothing. */
  readonly error: string | null
}

export interface Uploads {
  readonly list: readonly Upload[]
  /** One file after the other. */
  start(files: readonly File[]): Promise<void>
  dismiss(key: number): void
}

let last = 0

function wordsOf(error: unknown): string {
  if (
    error instanceof UploadRefused ||
    (error instanceof FailedRequest && (error.status === 422 || error.status === 429))
  )
    return error.message
  return t('This file didn’t upload. Try again.')
}

/** `onUploaded`: what to do with the images that came of some files. Nothing, where the user has left by then. */
export function useUploads(onUploaded: (images: readonly Image[]) => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([])
  const queries = useQueryClient()
  // Much can change while a file uploads: its image goes to what is there by then.
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const own = (leaving.current = new AbortController())
    return () => own.abort()
  }, [])
  const change = (key: number, values: Partial<Upload>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const dismiss = (key: number) => setList((before) => before.filter((one) => one.key !== key))
  return {
    list,
    dismiss,
    async start(files) {
      const { signal } = leaving.current
      const begun = files.map((file) => ({ file, key: ++last }))
      setList((before) => [
        ...before,
        ...begun.map(({ file, key }) => ({ key, name: file.name, share: 0, error: null })),
      ])
      const found: Image[] = []
      for (const { file, key } of begun) {
        try {
          found.push(await uploadImage(file, { onProgress: (share) => change(key, { share }), signal }))
          dismiss(key)
        } catch (error) {
          if (error instanceof CancelledRequest) return
          change(key, { error: wordsOf(error) })
        }
      }
      await queries.invalidateQueries({ queryKey: [images.name, 'list'] })
      if (found.length > 0 && !signal.aborted) latest.current(found)
    },
  }
}
