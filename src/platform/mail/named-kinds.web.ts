import { useMemo } from 'react'
import { inOrder } from '../../core/i18n/formats.ts'
import { select } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { listMessageKinds } from './message.endpoints.ts'
import { messages } from './messages.ts'

/** Messages with what their kinds are called; only the server knows who sends what. Codes are readable until then. */
export function useMessagesWithKinds(): AnyResource {
  const { data } = useAnswer(listMessageKinds, { staleTime: Infinity })
  return useMemo(() => {
    if (data === undefined) return messages
    const kinds = data.toSorted((one, other) => inOrder(one.label, other.label))
    const template = select(
      kinds.map(({ name }) => name),
      {
        required: true,
        readOnly: true,
        label: 'Kind',
        labels: Object.fromEntries(kinds.map(({ name, label }) => [name, label])),
      },
    )
    return { ...messages, fields: { ...messages.fields, template } }
  }, [data])
}
