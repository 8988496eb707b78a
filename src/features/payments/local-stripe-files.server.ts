import { createHash } from 'node:crypto'
import type { Form, LocalBooks, Shape } from './local-stripe-shapes.server.ts'
import { newId, noSuch, seconds, StripeError } from './local-stripe-shapes.server.ts'

// The files of the local Stripe. It looks at a file, and remembers all but its bytes.

const limit = 5_000_000
const types: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** What an upload says, with facts about its file in place of its bytes. */
export async function uploadIn(body: Buffer, contentType: string): Promise<Form> {
  const sent = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const form: Form = new URLSearchParams()
  for (const [name, value] of sent)
    if (typeof value === 'string') form.append(name, value)
    else {
      const hash = createHash('sha256').update(Buffer.from(await value.arrayBuffer()))
      form.append(`${name}[filename]`, value.name)
      form.append(`${name}[type]`, value.type)
      form.append(`${name}[size]`, String(value.size))
      // Idempotency: the same key with other bytes is another request.
      form.append(`${name}[sha256]`, hash.digest('hex'))
    }
  return form
}

/** One of the calls about files; undefined for any other. */
export function fileCall(books: LocalBooks, call: string, form: Form): Shape | undefined {
  if (call === 'POST /v1/files') return addFile(books, form)
  const id = /^GET \/v1\/files\/([^/]+)$/.exec(call)?.[1]
  if (id === undefined) return undefined
  const file = books.files.get(id)
  if (!file) throw noSuch('file upload', id)
  return file
}

function addFile(books: LocalBooks, form: Form): Shape {
  const [purpose, size] = [form.get('purpose'), Number(form.get('file[size]'))]
  const type = types[form.get('file[type]') ?? '']
  if (purpose !== 'dispute_evidence' || type === undefined || !(size > 0 && size <= limit))
    throw new StripeError(
      400,
      'invalid_request_error',
      'invalid_file_type',
      'Files for dispute_evidence are PDF, JPEG or PNG, up to 5 MB.',
    )
  const id = newId('file')
  const file: Shape = {
    id,
    object: 'file',
    created: seconds(),
    expires_at: null,
    filename: form.get('file[filename]'),
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  }
  books.files.set(id, file)
  return file
}

const fileFields: ReadonlySet<string> = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
])

/** @throws StripeError for a field of evidence that takes a file and names none */
export function assertFile(books: LocalBooks, field: string, value: string): void {
  if (fileFields.has(field) && !books.files.has(value)) throw noSuch('file upload', value)
}
