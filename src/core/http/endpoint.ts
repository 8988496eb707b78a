import type * as z from 'zod/mini'
import type { PermissionAction, PermissionObject } from '../access/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type AnySchema = z.core.$ZodType

/** Headers of answers that mean something to programs. What each says is in openapi-parts.server.ts. */
export type AnswerHeader =
  | 'Content-Location'
  | 'Content-Range'
  | 'ETag'
  | 'Location'
  | 'X-Next-Cursor'
  | 'X-Total-Count'
  | 'X-Total-Count-Kind'

/** `public` for anyone, `signed-in` for any staff member, otherwise the object and the action needed on it. */
export type Access = 'public' | 'signed-in' | readonly [PermissionObject, PermissionAction]

export interface EndpointDefinition<
  P extends AnySchema,
  Q extends AnySchema,
  I extends AnySchema,
  O extends AnySchema,
> {
  /** One sentence: what the call does. */
  readonly summary: string
  readonly access: Access
  /** Further grants, all needed besides `access`. */
  readonly also?: readonly (readonly [PermissionObject, PermissionAction])[]
  /** Grants that its handler asks for by itself, of some calls: roles show what they open. */
  readonly sometimes?: readonly (readonly [PermissionObject, PermissionAction])[]
  readonly params?: P
  readonly query?: Q
  readonly input?: I
  readonly output?: O
  /** The reply when the caller names the fields, and so gets no others. */
  readonly outputOfSome?: () => AnySchema
  /** The media types that the reply can have where it is not JSON; the handler sets the actual one. */
  readonly produces?: string | readonly string[]
  /** The status of success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204
  /** Groups calls in the API's description. It is the plural of a resource, or has a sentence in src/app/api-tags.server.ts. */
  readonly tag?: string
  /**
   * `required` for what moves money or stock: it is refused (428) without an Idempotency-Key. Everything else that changes
   * something takes one too.
   */
  readonly idempotencyKey?: 'required'
  /** Largest body in bytes, where it is less than the server's own limit. */
  readonly bodyLimit?: number
  /** Headers that a caller can send, with what each is for. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that a success can have. */
  readonly answers?: readonly AnswerHeader[]
  /**
   * It asks for a proof besides the session that all other calls ask for, and refuses with 401 for want of it: a token, a
   * fresh sign-in.
   */
  readonly asksProof?: true
  /** The call's name in programs: `listCoupons`. Its method and path by default. */
  readonly operationId?: string
  /**
   * The resource, where many have this call alike. The API's description has it once for all of them, so its summary,
   * tag and schemas cannot differ from one to another.
   */
  readonly each?: { readonly name: string; readonly path?: string | undefined }
}

export interface Endpoint<
  P extends AnySchema = AnySchema,
  Q extends AnySchema = AnySchema,
  I extends AnySchema = AnySchema,
  O extends AnySchema = AnySchema,
> extends EndpointDefinition<P, Q, I, O> {
  readonly method: Method
  /** With parameters as `:id`. */
  readonly path: string
}

/**
 * Declares a call of its own, for what no resource covers. The core parses, authorises, opens the transaction,
 * writes the audit row and shapes the error; the server part is given with `implement`.
 */
export function defineEndpoint<
  P extends AnySchema = z.ZodMiniUndefined,
  Q extends AnySchema = z.ZodMiniUndefined,
  I extends AnySchema = z.ZodMiniUndefined,
  O extends AnySchema = z.ZodMiniUndefined,
>(route: `${Method} /${string}`, definition: EndpointDefinition<P, Q, I, O>): Endpoint<P, Q, I, O> {
  const [method, path] = route.split(' ') as [Method, string]
  return { ...definition, method, path }
}

/** The path with its parameters filled in, each percent-encoded. */
export function pathOf(
  endpoint: { readonly path: string },
  params: Readonly<Record<string, string | number>> = {},
): string {
  return endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}
