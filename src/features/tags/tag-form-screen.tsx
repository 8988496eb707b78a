import { useMemo } from 'react'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { GroupInput } from './group-input.tsx'
import { tags, tagSuppliers } from './tags.ts'

/** A supplier's tag maps to only one of ours, so a copy starts without it. */
const resetOnCopy = ['supplierTags', 'slug'] as const

const inputs = { groupName: GroupInput }

/** A new tag can start from the supplier's tag in the URL. */
export function TagFormScreen() {
  const [{ supplier: given, code }] = useRouteQuery()
  const supplier = tagSuppliers.find((one) => one === given)
  const begin = useMemo(
    () => (supplier && code ? { kind: 'tour', supplierTags: [{ supplier, code }] } : undefined),
    [supplier, code],
  )
  return (
    <FormScreen
      key={begin ? `${supplier} ${code}` : ''}
      of={tags}
      inputs={inputs}
      resetOnCopy={resetOnCopy}
      {...(begin && { begin })}
    />
  )
}
