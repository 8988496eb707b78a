import { useEffect, useRef, useState } from 'react'
import { CancelledRequest } from '../../../core/browser/request-errors.web.ts'
import type { ETickets } from './e-ticket.endpoints.ts'
import { uploadPdf, wordsOf } from './upload-pdf.web.ts'

export interface PdfUpload {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  /** Why it came to nothing. */
  readonly error: string | null
}

let last = 0

/** PDFs on their way to an order, one after the other. One that is refused stays with its sentence until it is dismissed. */
export function usePdfUploads(purchaseId: number, onAdded: (tickets: ETickets) => void) {
  const [list, setList] = useState<readonly PdfUpload[]>([])
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const own = (leaving.current = new AbortController())
    return () => own.abort()
  }, [])
  const change = (key: number, values: Partial<PdfUpload>) =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const dismiss = (key: number) => setList((before) => before.filter((one) => one.key !== key))
  async function start(files: readonly File[], replaces: number | null = null): Promise<void> {
    const { signal } = leaving.current
    const begun = files.map((file) => ({ file, key: ++last }))
    setList((before) => [...before, ...begun.map(({ file, key }) => ({ key, name: file.name, share: 0, error: null }))])
    for (const { file, key } of begun) {
      try {
        const onProgress = (share: number) => change(key, { share })
        onAdded(await uploadPdf(file, { purchaseId, replaces, onProgress, signal }))
        dismiss(key)
      } catch (error) {
        if (error instanceof CancelledRequest) return
        change(key, { error: wordsOf(error) })
      }
    }
  }
  return { list, start, dismiss }
}
