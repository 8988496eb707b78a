import type { AnswerHeader, Endpoint } from './endpoint.ts'
import type { KeyUse } from './idempotency.server.ts'
import type { Json } from './openapi-schemas.server.ts'

// Parts that calls have in common are described once, under components, and referenced by every call that has them.

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const answerHeaders = {
  'Content-Location': ['The address of the record that it was merged into, where the id is that of a former one', text],
  'Content-Range': ['Rows of this page and of the whole list: rows 0-24/319. Absent from pages by cursor', text],
  'ETag': [
    'Names the answer, to send as If-None-Match. That of a record begins with its version, and a change of it can be sent with it as If-Match',
    text,
  ],
  'Location': ['The address of what was made', text],
  'X-Next-Cursor': ['Where the next page begins; absent from the last page', text],
  'X-Total-Count': ['Rows of the whole list. Absent from pages by cursor', count],
  'X-Total-Count-Kind': [
    'exact, or capped: there are more rows than are counted',
    { type: 'string', enum: ['exact', 'capped'] },
  ],
} satisfies Record<AnswerHeader, readonly [description: string, schema: Json]>

const retryAfter = { $ref: '#/components/headers/Retry-After' }

export const sharedHeaders: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(answerHeaders).map(([name, [description, schema]]) => [name, { description, schema }]),
  ),
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'integer', minimum: 1 } },
}

/** The headers of a success, as references; empty where it has none. */
export function headersOf(names: readonly AnswerHeader[]): Json {
  return names.length === 0 ? {} : { headers: referencesTo(names) }
}

function referencesTo(names: readonly AnswerHeader[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** A refusal, whose body is always an Error. */
export function refusal(description: string, headers?: Json): Json {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

const refusals = {
  401: [
    'Unauthorized',
    refusal(
      'The proof that this call asks for is missing, wrong or out of date; FreshSignInRequired: sign in again and repeat it',
    ),
  ],
  404: ['NotFound', refusal('There is no record with this id')],
  409: ['Conflict', refusal('In conflict with what is stored', { 'Retry-After': retryAfter })],
  412: [
    'VersionConflict',
    refusal('The record has changed since it was read; `current` is the record as it is now', referencesTo(['ETag'])),
  ],
  422: ['InvalidInput', refusal('Invalid input; `fields` has a sentence for each field that has to change')],
  428: ['KeyRequired', refusal('The call was sent without an Idempotency-Key')],
  'default': [
    'Refused',
    refusal(
      'What every call can answer. 403: no session (SessionExpired), or a permission is missing (Forbidden). 404: there is no record with this id. ' +
        '409: in conflict with what is stored. 422: a parameter is wrong, and `fields` says which. 429: too many calls. 503: the server or its database cannot answer at the moment. And anything else that is wrong with the request',
      { 'Retry-After': retryAfter },
    ),
  ],
} as const satisfies Record<string | number, readonly [name: string, response: Json]>

type Refused = keyof typeof refusals

export const sharedResponses: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(Object.values(refusals)),
  NotModified: {
    description: 'What If-None-Match names is what would be answered; no body',
    headers: referencesTo(['ETag']),
  },
}

/** How a call can be refused, as references. */
export function refusalsOf(endpoint: Endpoint, keyUse: KeyUse): Json {
  // Of the console's calls, which are many, the default says what all changes and all parameters can be answered.
  const isOfConsole = endpoint.path.startsWith('/rest/')
  const isSaid = isOfConsole && endpoint.method !== 'GET'
  const can: Record<Refused, boolean> = {
    401: endpoint.asksProof === true,
    404: endpoint.params !== undefined && !isOfConsole,
    409: endpoint.method !== 'GET' && !isSaid,
    412: endpoint.headers?.['If-Match'] !== undefined,
    422:
      endpoint.input !== undefined || (endpoint.query !== undefined && !isOfConsole) || (keyUse !== 'none' && !isSaid),
    428: keyUse === 'required',
    default: true,
  }
  const names = (Object.keys(refusals) as unknown as Refused[]).filter((status) => can[status])
  return Object.fromEntries(names.map((status) => [status, { $ref: `#/components/responses/${refusals[status][0]}` }]))
}

const requestHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: text,
})

const ifMatch = requestHeader(
  'If-Match',
  'The ETag of what is changed, as it was read: a change of something else is refused (412)',
)
const idempotencyKey = requestHeader(
  'Idempotency-Key',
  'A text of your own, 1 to 255 visible ASCII characters: sent again within a day, the call is answered as the first time, with the header ' +
    'Idempotency-Replayed: true, and not done twice. 422 where the key was sent with another body or address, 409 while the first call is under way, and where the answer was a ' +
    'secret that is shown once',
)

/** Parameters that calls share besides those that their schemas name. */
export const sharedParameters: Readonly<Record<string, Json>> = {
  IfNoneMatch: requestHeader(
    'If-None-Match',
    'The ETag of an earlier answer: 304 without a body where it would be the same',
  ),
  IfMatch: ifMatch,
  IdempotencyKey: idempotencyKey,
  RequiredIdempotencyKey: { ...idempotencyKey, required: true, description: 'As IdempotencyKey. 428 without it' },
}

/** The headers that a call understands. */
export function requestHeadersOf(
  endpoint: Endpoint,
  { keyUse, isTagged }: { keyUse: KeyUse; isTagged: boolean },
): Json[] {
  const own: Json[] = Object.entries(endpoint.headers ?? {}).map(([name, description]) =>
    name === 'If-Match' ? { $ref: '#/components/parameters/IfMatch' } : requestHeader(name, description),
  )
  if (isTagged && !endpoint.headers?.['If-None-Match']) own.push({ $ref: '#/components/parameters/IfNoneMatch' })
  if (keyUse === 'none') return own
  const name = keyUse === 'required' ? 'RequiredIdempotencyKey' : 'IdempotencyKey'
  return [...own, { $ref: `#/components/parameters/${name}` }]
}

export const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', description: 'What went wrong, for programs: SessionExpired' },
    message: { type: 'string', description: 'The same for people, in the language of the request' },
    requestId: { type: 'string', description: 'By which the server’s log knows the call' },
    fields: {
      type: 'object',
      description: 'A sentence for each field that has to change',
      additionalProperties: { type: 'string' },
    },
    current: { description: 'The record as it is now, where it has changed since it was read' },
  },
}
