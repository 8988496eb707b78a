import { ListScreen } from '../../../ui/resource/list-screen.tsx'
import { messageTemplates } from './message-templates.ts'

export function TemplateListScreen() {
  return <ListScreen of={messageTemplates} />
}
