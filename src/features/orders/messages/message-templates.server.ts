import { invalid } from '../../../core/errors/errors.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { whyNotAutomatic } from './message-kinds.ts'
import { messageTemplates, problemsOf } from './message-templates.ts'

/** A template can fill in what there is for its own kind of message: only a payment link has a link. */
export const messageTemplatesServer = serve(messageTemplates, {
  savesAlone: true,
  async beforeSave({ draft, current }) {
    const key = String(current?.['key'] ?? draft['key'])
    const why = whyNotAutomatic(key)
    const problems = [...problemsOf(key, { ...current, ...draft })].map(
      ({ field, message }) => [field, message] as const,
    )
    if (problems.length > 0) throw invalid(Object.fromEntries(problems))
    if (why !== false && draft['isSent'] === true) throw invalid({ isSent: why })
  },
})
