import type * as z from 'zod/mini'
import type { PermissionAction, PermissionObject } from '../permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type AnySchema = z.core.$ZodType

/** `public` for anybody, `signed-in` for any member of staff, otherwise the object and the action needed on it. */
export type Access = 'public' | 'signed-in' | readonly [PermissionObject, PermissionAction]

export interface EndpointDefinition<P extends AnySchema, Q extends AnySchema, I extends AnySchema, O extends AnySchema> {
  /** One sentence: what the call does. */
  readonly summary: string
  readonly access: Access
  /** Further grants, all needed besides `access`. */
  readonly also?: readonly (readonly [PermissionObject, PermissionAction])[]
  readonly params?: P
  readonly query?: Q
  readonly input?: I
  readonly output?: O
  /** The media types that the reply may have where it is not JSON; the handler sets the one that it has. */
  readonly produces?: string | readonly string[]
  /** What success answers with; 200 unless told. */
  readonly status?: 200 | 201 | 202 | 204
  /** Groups calls on the API's page. */
  readonly tag?: string
  /** Largest body in bytes, where it is less than the server's own limit. */
  readonly bodyLimit?: number
  /** Response headers worth telling clients about. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Endpoint<
  P extends AnySchema = AnySchema, Q extends AnySchema = AnySchema,
  I extends AnySchema = AnySchema, O extends AnySchema = AnySchema,
> extends EndpointDefinition<P, Q, I, O> {
  readonly method: Method
  /** With parameters as `:id`. */
  readonly path: string
}

/**
 * Declares a call of its own, for what no resource covers. The kit parses, authorises, opens the transaction,
 * writes the audit row and shapes the error; the server part is given with `implement`.
 */
export function defineEndpoint<
  P extends AnySchema = z.ZodMiniUndefined, Q extends AnySchema = z.ZodMiniUndefined,
  I extends AnySchema = z.ZodMiniUndefined, O extends AnySchema = z.ZodMiniUndefined,
>(route: `${Method} /${string}`, definition: EndpointDefinition<P, Q, I, O>): Endpoint<P, Q, I, O> {
  const [method, path] = route.split(' ') as [Method, string]
  return { ...definition, method, path }
}

/** The path with its parameters filled in, each percent-encoded. */
export function pathOf(endpoint: { readonly path: string }, params: Readonly<Record<string, string | number>> = {}): string {
  return endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}
