import { http } from '../../core/browser/http-client.web.ts'

/** Saves the reply of a call as a file. A failure is shown by the client. */
export async function saveFileOf(path: string, fileName: string): Promise<void> {
  const { data } = await http.request('GET', path, { as: 'blob' })
  saveBlob(data as Blob, fileName)
}

/** Saves a file that the page has, under a name. */
export function saveBlob(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
