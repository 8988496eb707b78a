import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Which suffix runs where:
//   src/**/*.test.ts           unit     logic, API, contract, structure (Node, a real database)
//   src/**/*.alone.test.ts     alone    the same, where a test changes what all modules share, such as the language
//   src/**/*.test.tsx          screens  components in happy-dom
//   src/**/*.postgres.test.ts  races    what only a real PostgreSQL with several connections can show
//   e2e/**/*.test.ts           flows    a person's paths through a real Chromium
//   e2e/shell-feedback, e2e/data-grid-*  timings  what the specification says in milliseconds, in Chromium too
const RACES = 'src/**/*.postgres.test.ts'
const ALONE = 'src/**/*.alone.test.ts'
const TIMINGS = 'e2e/{shell-feedback,data-grid-*}.test.ts'

// The real PostgreSQL and the browser: started, or found, only for the projects that take part in a run.
const globalSetup = ['src/kit/testing/global-setup.server.ts']

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    // One per core of the smallest machine it has to pass on; PostgreSQL and Chromium need their share too.
    maxWorkers: 2,
    testTimeout: 20_000,
    // Deadlines of a few seconds and a browser's paint are real time: a machine with other work may miss one once.
    retry: 2,
    // What a test waits for comes at once on a machine that is idle, and late on one that runs a browser beside it.
    expect: { poll: { timeout: 5_000 } },
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit', include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'], exclude: [RACES, ALONE], globalSetup,
          // Half of the time went into loading the product once more for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [ALONE] },
      },
      {
        extends: true,
        test: { name: 'screens', include: ['src/**/*.test.tsx'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: {
          name: 'races', include: [RACES], globalSetup, testTimeout: 120_000, sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'flows', include: ['e2e/**/*.test.ts'], exclude: [TIMINGS], globalSetup,
          testTimeout: 120_000, hookTimeout: 180_000, sequence: { groupOrder: 2 },
          // A browser waits for much of its time: for what appears late, for toasts, for a page to come to rest.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'timings', include: [TIMINGS], globalSetup,
          testTimeout: 120_000, hookTimeout: 180_000,
          // One browser at a time: two of them on two cores make each other's timings unsteady.
          maxWorkers: 1, sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
