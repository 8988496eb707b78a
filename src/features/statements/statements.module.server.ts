import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { fetchStatementsJob } from './fetch-statements.server.ts'
import { recallMovementsFrom } from './recall-movements.server.ts'
import { implementedStatements, statementLinesServer, statementsServer } from './statements.server.ts'
import { statementOf } from './stripe-statement.server.ts'

export const statementsServerModule = defineServerModule({
  name: 'statements',
  resources: [statementsServer, statementLinesServer],
  seed: [
    {
      name: 'statements',
      when: 'later',
      after: 'ledger',
      load: async () => (await import('./seed-statements.server.ts')).seedStatements,
    },
  ],
  endpoints: (context) => {
    recallMovementsFrom(context)
    return implementedStatements
  },
  jobs: ({ settings }) => [fetchStatementsJob(statementOf(settings))],
})
