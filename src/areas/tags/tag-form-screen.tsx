import { useMemo } from 'react'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { GroupInput } from './group-input.tsx'
import { tags, tagSuppliers } from './tags.ts'

/** What a supplier calls a tag belongs to one of ours, so a copy begins without it. */
const anew = ['supplierTags', 'slug'] as const

const inputs = { groupName: GroupInput }

/** A new tag may begin as what a supplier's tag in the address means. */
export function TagFormScreen() {
  const [{ supplier: given, code }] = useRouteQuery()
  const supplier = tagSuppliers.find((one) => one === given)
  const begin = useMemo(() => (supplier && code ? { kind: 'tour', supplierTags: [{ supplier, code }] } : undefined), [supplier, code])
  return <FormScreen key={begin ? `${supplier} ${code}` : ''} of={tags} inputs={inputs} anew={anew} {...(begin && { begin })} />
}
