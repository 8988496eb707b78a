import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { declareMergeRules } from '../../platform/merges/merge-rules.server.ts'
import { listTagGroupsServer } from './tag-groups.server.ts'
import { readTagHygieneServer } from './tag-hygiene.server.ts'
import { tagMergeRules } from './tag-merges.server.ts'
import { tagsServer } from './tags.server.ts'
import { tags } from './tags.ts'
import { listUnmappedTagsServer } from './unmapped-tags.server.ts'

export const tagsServerModule = defineServerModule({
  name: 'tags',
  permissions: {
    tags: { label: 'Tags', area: 'catalogue' },
  },
  resources: [tagsServer],
  endpoints: [listTagGroupsServer, readTagHygieneServer, listUnmappedTagsServer],
  setUp: () => declareMergeRules(tags, tagMergeRules),
  seed: [
    {
      name: 'tags',
      when: 'later',
      after: 'aliases',
      load: async () => (await import('./seed-tags.server.ts')).seedTags,
    },
  ],
})
