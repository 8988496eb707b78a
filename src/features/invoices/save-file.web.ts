import { http } from '../../core/browser/http-client.web.ts'

/** Saves what a call answers as a file. The client shows a failure. */
export async function saveFile(
  path: string,
  { name, type, before = '', params }: { name: string; type: string; before?: string; params?: Record<string, string> },
): Promise<void> {
  const reply = await http.request('GET', path, params ? { params } : {}).catch(() => null)
  if (!reply) return
  const url = URL.createObjectURL(new Blob([before, String(reply.data)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
