import { IconConfetti } from '@tabler/icons-react'
import type { SitemapNode } from './sitemap-node.web.ts'
import { lineupReviewPages } from './sitemap-reviews.tsx'

const eventForm = async () => (await import('../areas/events/event-screens.tsx')).EventFormScreen
const lineupForm = async () => (await import('../areas/lineups/lineup-form-screen.tsx')).LineupFormScreen
const matchForm = async () => (await import('../areas/matches/match-form-screen.tsx')).MatchFormScreen
const mergeLists = () => import('../areas/merges/merge-list-screens.tsx')
const performerForm = async () => (await import('../areas/events/performer-form-screen.tsx')).PerformerFormScreen
const ruleForm = async () => (await import('../areas/rules/rule-form-screen.tsx')).RuleFormScreen
const tagForm = async () => (await import('../areas/tags/tag-form-screen.tsx')).TagFormScreen

/** Everything about events under one heading, as the specification groups it, on the addresses that it gives each. */
export const eventPages: SitemapNode = {
  path: '/events', title: 'Events', icon: IconConfetti, redirect: '/events/list',
  access: ['events', 'performances', 'performers', 'lineups', 'matches', 'rules', 'tags'],
  children: [
    {
      path: 'list', title: 'Events', breadcrumb: false, access: 'events', write: 'events', shortcut: 'e', shows: ['events', 'list'],
      screen: async () => (await import('./event-list.tsx')).EventList,
    },
    { path: 'create', title: 'New event', hidden: true, activeMenu: '/events/list', access: 'events', write: 'events', shows: ['events', 'create'], screen: eventForm },
    { path: 'update', title: 'Edit event', hidden: true, activeMenu: '/events/list', access: 'events', write: 'events', shows: ['events', 'update'], screen: eventForm },
    {
      path: '/performances/list', title: 'Performances', access: 'performances', write: 'performances', shows: ['performances', 'list'],
      screen: async () => (await import('../areas/events/performance-list-screen.tsx')).PerformanceListScreen,
    },
    {
      path: '/performances/update', title: 'Edit performance', hidden: true, activeMenu: '/performances/list', access: 'performances', write: 'performances',
      shows: ['performances', 'update'], screen: async () => (await import('../areas/events/performance-form-screen.tsx')).PerformanceFormScreen,
    },
    {
      path: '/performers', title: 'Performers', redirect: '/performers/list', access: 'performers',
      children: [
        { path: 'list', title: 'Performers', breadcrumb: false, write: 'performers', shows: ['performers', 'list'], screen: async () => (await mergeLists()).PerformerListScreen },
        { path: 'create', title: 'New performer', hidden: true, activeMenu: '/performers/list', write: 'performers', shows: ['performers', 'create'], screen: performerForm },
        { path: 'update/{id}', title: 'Edit performer', hidden: true, activeMenu: '/performers/list', write: 'performers', shows: ['performers', 'update'], screen: performerForm },
      ],
    },
    {
      path: '/lineups', title: 'Lineups', redirect: '/lineups/list', access: 'lineups',
      children: [
        { path: 'list', title: 'Lineups', breadcrumb: false, write: 'lineups', shows: ['lineups', 'list'], screen: async () => (await import('../areas/lineups/lineup-list-screen.tsx')).LineupListScreen },
        { path: 'create', title: 'New lineup', hidden: true, activeMenu: '/lineups/list', write: 'lineups', shows: ['lineups', 'create'], screen: lineupForm },
        { path: 'update/{id}', title: 'Edit lineup', hidden: true, activeMenu: '/lineups/list', write: 'lineups', shows: ['lineups', 'update'], screen: lineupForm },
      ],
    },
    ...lineupReviewPages,
    {
      path: '/matches', title: 'Matches', redirect: '/matches/list', access: 'matches',
      children: [
        { path: 'list', title: 'Matches', breadcrumb: false, write: ['matches', 'rules'], shows: ['matches', 'list'], screen: async () => (await import('./match-list.tsx')).MatchList },
        { path: 'create', title: 'New match', hidden: true, activeMenu: '/matches/list', write: 'matches', shows: ['matches', 'create'], screen: matchForm },
        // Only changing one needs the other object, as specified.
        { path: 'update/{id}', title: 'Edit match', hidden: true, activeMenu: '/matches/list', write: 'rules', shows: ['matches', 'update'], screen: matchForm },
      ],
    },
    {
      path: '/rules', title: 'Event settings', redirect: '/rules/list', access: 'rules',
      children: [
        { path: 'list', title: 'Event settings', breadcrumb: false, write: 'rules', shows: ['rules', 'list'], screen: async () => (await import('../areas/rules/rule-list-screen.tsx')).RuleListScreen },
        { path: 'create', title: 'New rule', hidden: true, activeMenu: '/rules/list', write: 'rules', shows: ['rules', 'create'], screen: ruleForm },
        { path: 'update/{id}', title: 'Edit rule', hidden: true, activeMenu: '/rules/list', write: 'rules', shows: ['rules', 'update'], screen: ruleForm },
      ],
    },
    {
      path: '/tags', title: 'Tags', redirect: '/tags/list', access: 'tags',
      children: [
        { path: 'list', title: 'Tags', breadcrumb: false, write: 'tags', shows: ['tags', 'list'], screen: async () => (await import('./tag-list.tsx')).TagList },
        { path: 'create', title: 'New tag', hidden: true, activeMenu: '/tags/list', write: 'tags', shows: ['tags', 'create'], screen: tagForm },
        { path: 'update/{id}', title: 'Edit tag', hidden: true, activeMenu: '/tags/list', write: 'tags', shows: ['tags', 'update'], screen: tagForm },
      ],
    },
  ],
}
