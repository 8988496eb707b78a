import { nameOf } from '../../core/resource/resource-name.ts'
import { mapWording } from '../places/venues/map-wording.ts'
import type { venues } from '../places/venues/venues.ts'
import { placementDialog } from './placement-slot.ts'
import { defineModule, fill } from '../../ui/resource/module.web.ts'
import { undecidedProposals } from './proposal-address.ts'

const form = async () => (await import('./rewrite-rule-form-screen.tsx')).RewriteRuleFormScreen

export const sectionMappingModule = defineModule({
  name: 'section-mapping',
  resources: [
    async () => (await import('./rewrite-rules.ts')).rewriteRules,
    async () => (await import('./rule-proposals.ts')).ruleProposals,
  ],
  pages: [
    {
      under: '/settings',
      nodes: [
        {
          path: '/rewrite-rules',
          title: 'Rewrite rules',
          access: 'settings',
          write: 'settings',
          shows: ['rewrite-rules', 'list'],
          screen: async () => (await import('./rewrite-rule-list-screen.tsx')).RewriteRuleListScreen,
          children: [
            {
              path: 'create',
              title: 'New rewrite rule',
              hidden: true,
              activeMenu: '/rewrite-rules',
              write: 'settings',
              shows: ['rewrite-rules', 'create'],
              screen: form,
            },
            {
              path: 'proposals',
              title: 'Proposed rules',
              hidden: true,
              activeMenu: '/rewrite-rules',
              write: 'settings',
              shows: ['rule-proposals', 'list'],
              opensAs: undecidedProposals,
              screen: async () => (await import('./rule-proposal-list-screen.tsx')).RuleProposalListScreen,
              children: [
                {
                  path: '{id}',
                  title: 'Proposed rule',
                  hidden: true,
                  activeMenu: '/rewrite-rules',
                  write: 'settings',
                  shows: ['rule-proposals', 'update'],
                  screen: async () => (await import('./rule-proposal-screen.tsx')).RuleProposalScreen,
                },
              ],
            },
            {
              path: '{id}',
              title: 'Edit rewrite rule',
              hidden: true,
              activeMenu: '/rewrite-rules',
              write: 'settings',
              shows: ['rewrite-rules', 'update'],
              screen: form,
            },
          ],
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof venues>('venues'),
      at: 'below',
      load: async () => (await import('./section-moves-panel.tsx')).SectionMovesPanel,
    },
  ],
  fills: [
    fill(mapWording, async () => (await import('./map-wording-dialog.tsx')).MapWordingDialog),
    fill(placementDialog, async () => (await import('./placement-dialog.tsx')).PlacementDialog),
  ],
})
