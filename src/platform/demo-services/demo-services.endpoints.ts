import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

export const listDemoServices = defineEndpoint('GET /demo/services', {
  summary: 'List the simulators of outside services with their keys; on this machine and in demo mode only',
  access: 'public',
  tag: 'Demo',
  output: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.int()]))),
})
