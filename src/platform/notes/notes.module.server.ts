import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementNotes } from './notes.server.ts'

export const notesServerModule = defineServerModule({
  name: 'notes',
  endpoints: ({ servers }) => implementNotes(servers),
})
