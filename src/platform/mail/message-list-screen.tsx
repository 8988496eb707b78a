import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useMessagesWithKinds } from './named-kinds.web.ts'
import { ResendButton } from './resend-button.tsx'

function bulkActions(selected: readonly AnyRecord[], clear: () => void) {
  return <ResendButton messages={selected} onDone={clear} />
}

export function MessageListScreen() {
  const { mayWrite } = usePage()
  const messages = useMessagesWithKinds()
  return <ListScreen of={messages} opens="view" {...(mayWrite && { bulkActions })} />
}
