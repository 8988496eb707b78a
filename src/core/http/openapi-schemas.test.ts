import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { openApiOf } from './openapi.server.ts'
import type { ApiDocument } from '../testing/api-document.server.ts'

describe('schemas', () => {
  const shape = () => z.object({ size: z._default(z.int(), 3) }).register(z.globalRegistry, { id: 'SampleShape' })
  const ask = (input: z.ZodMiniType, output: z.ZodMiniType) => ({
    endpoint: defineEndpoint('POST /shapes', {
      summary: 'Ask',
      access: 'public',
      input,
      output,
    }) as unknown as Endpoint,
    transaction: false,
  })
  const schemasOf = (...all: ReturnType<typeof ask>[]) => {
    const { components } = openApiOf(all, {
      title: 'Sample',
      description: '',
      tags: {},
      security: {},
    }) as unknown as ApiDocument
    return components['schemas'] as Record<string, { required?: string[] }>
  }

  it('of an answer say nothing of limits, also where there are two of a kind', () => {
    const text = z
      .object({ code: z.string().check(z.regex(/^a/), z.regex(/z$/)) })
      .register(z.globalRegistry, { id: 'SampleText' })
    expect(schemasOf(ask(z.object({}), text))['SampleText']).toMatchObject({ properties: { code: { type: 'string' } } })
    expect(JSON.stringify(schemasOf(ask(z.object({}), text))['SampleText'])).not.toContain('allOf')
  })

  it('with a name are two where what is sent differs from what is answered', () => {
    const same = shape()
    const schemas = schemasOf(ask(z.strictObject({ of: same }), z.object({ of: same })))
    expect([schemas['SampleShapeInput']?.required, schemas['SampleShape']?.required]).toEqual([undefined, ['size']])
  })

  it('with a name cannot have that of another', () => {
    expect(() => schemasOf(ask(z.object({ one: shape() }), z.object({ two: shape(), three: shape() })))).toThrow(
      /Duplicate schema id "SampleShape"/,
    )
  })
})
