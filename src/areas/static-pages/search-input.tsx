import type { AnyField } from '../../kit/fields.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { SearchPreview } from '../../ui/search-preview.tsx'
import { readDomains } from '../website/domains.ts'

/** The search description with the whole search result below it, while it is being written. */
export function SearchInput({ field, ...props }: InputProps & { field: AnyField }) {
  const { data } = useAnswer(readDomains)
  const { title, seoTitle, slug } = props.draft
  return (
    <div>
      {inputOf(field, props)}
      <SearchPreview title={String(seoTitle ?? title ?? '')} description={String(props.value ?? '')} address={`${data?.domains['en'] ?? ''}/${String(slug ?? '…')}`} />
    </div>
  )
}
