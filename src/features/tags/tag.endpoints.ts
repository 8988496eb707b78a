import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { tagKinds, tagSuppliers } from './tags.ts'

const tag = z
  .object({ id: z.int(), name: z.string(), kind: z.enum(tagKinds), usageCount: z.int() })
  .register(z.globalRegistry, { id: 'TagUsage' })
export type CountedTag = z.output<typeof tag>

const hygiene = z.object({
  /** Unused tags, the oldest first; `unusedCount` is how many there are. */
  unused: z.array(z.object({ ...tag.shape, groupName: z.nullable(z.string()), createdAt: z.string() })),
  unusedCount: z.int(),
  /** Two of one kind that are called nearly the same, the one that is used more first. */
  pairs: z.array(
    z.object({
      keep: tag,
      other: tag,
      /** In 100: how alike the names are. */
      likeness: z.int(),
      /** The name of one is a synonym of the other. */
      isSynonym: z.boolean(),
    }),
  ),
  /** For live events: the cities with most of them, and how many have each of the most used tags there. */
  cities: z.array(z.object({ id: z.int(), name: z.string(), events: z.int(), untagged: z.int() })),
  coverage: z.array(z.object({ ...tag.shape, counts: z.array(z.int()) })),
})
export type TagHygiene = z.output<typeof hygiene>

export const readTagHygiene = defineEndpoint('GET /rest/data/tags/hygiene', {
  summary: 'Read which tags nothing has, which are called nearly the same, and in which cities events have them',
  access: ['tags', 'ui'],
  tag: 'Tags',
  output: hygiene,
})

export const listTagGroups = defineEndpoint('GET /rest/data/tags/groups', {
  summary: 'Read the groups that tags are shown under, those of most tags first',
  access: ['tags', 'ui'],
  tag: 'Tags',
  output: z.object({ groups: z.array(z.string()) }),
})

/** Maximum supplier tags listed, those with most products first; `total` is how many there are. */
export const maxUnmapped = 200

const unmapped = z.object({
  supplier: z.enum(tagSuppliers),
  providerId: z.int(),
  code: z.string(),
  /** Products that carry it, the retired ones apart. */
  products: z.int(),
})
export type UnmappedTag = z.output<typeof unmapped>

export const listUnmappedTags = defineEndpoint('GET /rest/data/tags/unmapped', {
  summary:
    'Read which tags of suppliers are on products without a tag of ours that maps them, those of most products first',
  access: ['tags', 'ui'],
  tag: 'Tags',
  output: z.object({ unmapped: z.array(unmapped), total: z.int() }),
})
