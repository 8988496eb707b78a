import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { disputeHeard } from '../payments/stripe-webhook.server.ts'
import { implementAnswers } from './answer-dispute.server.ts'
import { implementDisputeDetails } from './dispute-details.server.ts'
import { implementDisputeFiles } from './dispute-files.server.ts'
import { implementEvidencePack } from './evidence-pack.server.ts'
import { remindOfDisputesJob } from './remind-of-disputes.server.ts'
import { disputesServer } from './disputes.server.ts'
import { recallDisputesFrom } from './recall-disputes.server.ts'
import { sendAnswersJob } from './send-answers.server.ts'
import { settleDispute } from './settle-dispute.server.ts'
import { disputeGatewayOf, factsOf } from './stripe-disputes.server.ts'

export const disputesServerModule = defineServerModule({
  name: 'disputes',
  resources: [disputesServer],
  seed: [
    {
      name: 'disputes',
      when: 'later',
      after: 'refunds in every state',
      load: async () => (await import('./seed-disputes.server.ts')).seedDisputes,
    },
    {
      name: 'answers to disputes',
      when: 'later',
      after: ['disputes', 'messages of orders'],
      load: async () => (await import('./seed-dispute-answers.server.ts')).seedDisputeAnswers,
    },
  ],
  setUp: () =>
    disputeHeard.listen(
      'disputes',
      async (database, dispute) => void (await settleDispute(database, factsOf(dispute))),
    ),
  endpoints: (context) => {
    recallDisputesFrom(context)
    return [
      ...implementDisputeDetails(context),
      ...implementAnswers(context),
      ...implementDisputeFiles(context),
      implementEvidencePack(context.settings.company?.name ?? context.settings.productName),
    ]
  },
  jobs: ({ settings }) => [sendAnswersJob(disputeGatewayOf(settings)), remindOfDisputesJob],
})
