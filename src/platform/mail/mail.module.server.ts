import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementMessages, messageJobs } from './messages.server.ts'
import { messages } from './messages.ts'

export const mailServerModule = defineServerModule({
  name: 'mail',
  resources: [messages],
  endpoints: ({ settings }) => implementMessages(settings),
  jobs: ({ settings }) => messageJobs(settings),
})
