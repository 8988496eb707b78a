import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { recordSchema } from '../../../core/calls/resource-endpoints.ts'
import { elevationMinutes, elevations } from './elevations.ts'

const record = recordSchema(elevations)
const tag = elevations.label[1]
const minutes = z
  .int({ error: () => t('Enter whole minutes.') })
  .check(
    z.minimum(elevationMinutes.min, { error: () => t('Five minutes is the least.') }),
    z.maximum(elevationMinutes.max, { error: () => t('Eight hours is the most.') }),
  )
const reason = z
  .string({ error: () => t('Enter what you need it for.') })
  .check(
    z.trim(),
    z.minLength(10, { error: () => t('Enter what you need it for, in at least 10 characters.') }),
    z.maxLength(500, { error: () => t('The reason can have at most 500 characters.') }),
  )
const role = z
  .string({ error: () => t('Choose a role.') })
  .check(z.minLength(1, { error: () => t('Choose a role.') }), z.maxLength(64, { error: () => t('Role not found.') }))
const answer = z.optional(
  z
    .string({ error: () => t('The answer must be text.') })
    .check(z.trim(), z.maxLength(500, { error: () => t('The answer can have at most 500 characters.') })),
)

export const grantElevation = defineEndpoint('POST /rest/data/users/elevations', {
  asksProof: true,
  summary: 'Give a person the permissions of another role for a time',
  answers: ['Location'],
  access: ['users', 'manage-staff'],
  tag,
  status: 201,
  input: z.strictObject({ staffId: z.int({ error: () => t('Choose a person.') }), role, minutes, reason }),
  output: record,
})
export const approveElevation = defineEndpoint('POST /rest/data/users/elevations/:id/grant', {
  asksProof: true,
  summary: 'Grant a person’s request; the time runs from now',
  access: ['users', 'manage-staff'],
  tag,
  params: idParams,
  input: z.strictObject({ answer }),
  output: record,
})
export const refuseElevation = defineEndpoint('POST /rest/data/users/elevations/:id/refuse', {
  summary: 'Decline a person’s request',
  access: ['users', 'manage-staff'],
  tag,
  params: idParams,
  input: z.strictObject({ answer }),
  output: record,
})
export const endElevation = defineEndpoint('POST /rest/data/users/elevations/:id/end', {
  summary: 'End temporary permissions now',
  access: ['users', 'manage-staff'],
  tag,
  params: idParams,
  input: z.strictObject({ answer }),
  output: record,
})

/** What users see of their own access; available to everyone who is signed in. */
const own = z
  .object({
    /** Roles that would add something to what the person has. */
    roles: z.array(z.object({ name: z.string(), description: z.string() })),
    elevations: z.array(
      z.object({
        id: z.int(),
        role: z.string(),
        state: z.enum(['open', 'active', 'expired', 'ended', 'refused', 'lapsed']),
        minutes: z.int(),
        reason: z.string(),
        requestedAt: z.string(),
        decidedBy: z.nullable(z.string()),
        answer: z.nullable(z.string()),
        endsAt: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'OwnElevations' })
export type OwnElevations = z.output<typeof own>

export const listOwnElevations = defineEndpoint('GET /rest/data/users/own-elevations', {
  summary: 'What the caller requested and had for a time, the latest ten, and the roles to request',
  access: 'signed-in',
  tag,
  output: own,
})
export const requestElevation = defineEndpoint('POST /rest/data/users/own-elevations', {
  summary: 'Ask for the permissions of another role for a time; replaces a request that is still open',
  access: 'signed-in',
  tag,
  status: 201,
  input: z.strictObject({ role, minutes, reason }),
  output: own,
})
export const giveBackElevation = defineEndpoint('POST /rest/data/users/own-elevations/:id/end', {
  summary: 'Give back temporary permissions, or withdraw a request',
  access: 'signed-in',
  tag,
  params: idParams,
  output: own,
})
