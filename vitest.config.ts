import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Which suffix runs where:
//   src/**/*.test.ts           unit     logic, API, contract, structure (Node, a real database)
//   src/**/*.alone.test.ts(x)  alone    the same, where a test changes what all modules share, such as the language
//   src/**/*.test.tsx          screens  components in happy-dom
//   src/**/*.postgres.test.ts  races    what only a real PostgreSQL with several connections can show
//   e2e/**/*.test.ts           flows    a person's paths through a real Chromium
//   e2e/shell-feedback*, e2e/data-grid-*  timings  what the specification says in milliseconds, in Chromium too
const RACES = 'src/**/*.postgres.test.ts'
const ALONE = 'src/**/*.alone.test.{ts,tsx}'
const TIMINGS = 'e2e/{shell-feedback*,data-grid-*}.test.ts'

// TEST_NOW: the processes of the tests, and those that they start, live at that moment from their first line on.
if (process.env['TEST_NOW']) {
  process.env['TEST_NOW_SET_AT'] ??= String(Date.now())
  const mover = new URL('./src/db/test-now.server.ts', import.meta.url).href
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${mover}`
}

// The real PostgreSQL and the browser: started, or found, only for the projects that take part in a run.
const globalSetup = ['src/core/testing/global-setup.server.ts']

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    setupFiles: ['src/app/testing/report-properties.ts'],
    // One per core of the smallest machine it has to pass on; PostgreSQL and Chromium need their share too.
    maxWorkers: 2,
    // Limits for what hangs, not for what is slow: nothing here is retried, and loading the product can take a minute.
    testTimeout: 60_000,
    // What a test waits for comes at once on a machine that is idle, and late on one that runs a browser beside it.
    expect: { poll: { timeout: 5_000 } },
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [RACES, ALONE],
          globalSetup,
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
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          exclude: [ALONE],
          environment: 'happy-dom',
          // Loading the console once more for each file took three times as long as the tests.
          isolate: false,
          setupFiles: ['src/app/testing/report-properties.ts', 'src/ui/testing/leave-as-found.web.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          include: [RACES],
          globalSetup,
          // Loading the product once more for each file took a seventh of the time.
          isolate: false,
          testTimeout: Math.max(120_000, Number(process.env['TORTURE_ROUNDS'] ?? 0) * 2_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'flows',
          // A browser paints in real time, so a busy machine can miss a frame. Retries are printed.
          retry: 1,
          include: ['e2e/**/*.test.ts'],
          exclude: [TIMINGS],
          globalSetup,
          // The server is loaded and Chromium started once for each worker.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
          // A browser waits for much of its time: for what appears late, for toasts, for a page to come to rest.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'timings',
          retry: 1,
          include: [TIMINGS],
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // One browser at a time: two of them on two cores make each other's timings unsteady.
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
