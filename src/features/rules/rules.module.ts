import type { categories } from '../categories/categories.ts'
import type { subcategories } from '../categories/subcategories.ts'
import type { events } from '../events/event/events.ts'
import type { matches } from '../matches/matches.ts'
import type { Panel } from '../../ui/resource/module.web.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./rule-form-screen.tsx')).RuleFormScreen

export const rulesModule = defineModule({
  name: 'rules',
  resources: [async () => (await import('./rules.ts')).rules],
  pages: [
    {
      under: '/events',
      nodes: [
        {
          path: '/rules',
          title: 'Event settings',
          redirect: '/rules/list',
          access: 'rules',
          children: recordPages({
            of: 'rules',
            at: '/rules',
            write: 'rules',
            list: {
              title: 'Event settings',
              breadcrumb: false,
              shortcut: 's',
              screen: async () => (await import('./rule-list-screen.tsx')).RuleListScreen,
            },
            create: { title: 'New rule', screen: form },
            update: { title: 'Edit rule', path: 'update/{id}', screen: form },
          }),
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof events>('events'),
      at: 'aside',
      load: async () => (await import('./explanation-panel.tsx')).ExplanationPanel,
    },
    {
      on: nameOf<typeof matches>('matches'),
      at: 'aside',
      load: async () => (await import('./match-explanation.tsx')).MatchExplanation,
    },
    {
      on: nameOf<typeof matches>('matches'),
      at: 'below',
      load: async () => (await import('./match-prices.tsx')).MatchPrices,
    },
    ...[nameOf<typeof categories>('categories'), nameOf<typeof subcategories>('subcategories')].map((on): Panel => ({
      on,
      at: 'aside',
      load: async () => (await import('./section-rules-panel.tsx')).SectionRulesPanel,
    })),
  ],
  commands: [
    {
      on: nameOf<typeof events>('events'),
      at: ['selection'],
      needs: [['write', 'rules']],
      load: async () => (await import('./rule-for-events.tsx')).RuleForEvents,
    },
  ],
})
