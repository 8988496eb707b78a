import { mapWording } from '../places/venues/map-wording.ts'
import { defineModule, fill } from '../../ui/resource/module.web.ts'

const form = async () => (await import('./rewrite-rule-form-screen.tsx')).RewriteRuleFormScreen

export const sectionMappingModule = defineModule({
  name: 'section-mapping',
  resources: [async () => (await import('./rewrite-rules.ts')).rewriteRules],
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
  fills: [fill(mapWording, async () => (await import('./map-wording-dialog.tsx')).MapWordingDialog)],
})
