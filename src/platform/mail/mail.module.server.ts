import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementMessages, messageJobs } from './messages.server.ts'
import { messages } from './messages.ts'

export const mailServerModule = defineServerModule({
  name: 'mail',
  permissions: {
    messages: { label: 'Emails to customers and staff', area: 'system' },
  },
  resources: [messages],
  endpoints: ({ settings }) => implementMessages(settings),
  jobs: ({ settings }) => messageJobs(settings),
})
