import { Worker } from 'node:worker_threads'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { maxPdfPages } from './pdf-limits.ts'
import type { FromWorker, PdfPage, WorkerInput } from './pdf-worker.server.ts'

/** Milliseconds for a whole file: a hundred pages take half of it on a busy machine. */
const patience = 60_000
/** Bytes that a page can unpack to. */
const maxMemory = 384 * 1024 * 1024

/** One file at a time: each can take as much memory as the server. */
let last: Promise<unknown> = Promise.resolve()

/**
 * The pages of a PDF, each as a file of its own.
 *
 * @throws Refusal 422 on `upload` for what is no PDF, locked, damaged, too long, or does not come to its end
 */
export async function pagesOf(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const mine = last.then(() => readIn(bytes))
  last = mine.catch(() => null)
  return await mine
}

const refusedBecause = (text: string) => invalid({ upload: text })

async function readIn(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  // Readers look for the mark in the first kilobyte, so a file with something before it opens elsewhere too.
  if (!Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-'))
    throw refusedBecause(t('This file is not a PDF. Choose the PDF with the tickets.'))
  const input: WorkerInput = { bytes, maxPages: maxPdfPages, maxMemory }
  const worker = new Worker(new URL('./pdf-worker.server.ts', import.meta.url), {
    workerData: input,
    // What PDFium prints of a damaged file is of no use to anyone.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const pages: PdfPage[] = []
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(refusedBecause(t('This PDF takes too long to read. Print it to a new PDF and upload that.'))),
        patience,
      )
      const end = (work: () => void) => {
        clearTimeout(timer)
        work()
      }
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'page') pages.push(message.page)
        else if (message.kind === 'done') end(() => resolve(pages))
        else end(() => reject(refusedBecause(sentenceOf(message))))
      })
      // PDFium gives up by ending its program: no memory, or a file that no one has foreseen.
      worker.on('error', () => end(() => reject(refusedBecause(damaged()))))
      worker.on('exit', () => end(() => reject(refusedBecause(damaged()))))
    })
  } finally {
    await worker.terminate()
  }
}

const damaged = () => t('This PDF cannot be read. It is damaged, or too large once unpacked.')

function sentenceOf(refused: Extract<FromWorker, { kind: 'refused' }>): string {
  switch (refused.why) {
    case 'encrypted':
      return t('This PDF is locked with a password. Save it without one and upload that.')
    case 'empty':
      return t('This PDF has no pages.')
    case 'unreadable':
      return damaged()
    case 'pages':
      return t('This PDF has {pages} pages; an upload can have {max}. Split it first.', {
        pages: refused.pages,
        max: maxPdfPages,
      })
  }
}
