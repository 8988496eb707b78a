import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { tags } from './tags.ts'

/** What a supplier calls a tag belongs to one of ours, so a copy begins without it. */
const anew = ['supplierTags', 'slug'] as const

export function TagFormScreen() {
  return <FormScreen of={tags} anew={anew} />
}
