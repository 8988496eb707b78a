import { pagePathOf } from '../../core/resource/page.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { SearchResultProps } from '../../ui/resource/screen-parts.web.ts'
import { SearchPreview } from '../../ui/search-preview.tsx'
import { readDomains } from './domains.ts'

/** A page as search engines would show it, while its description is being written. */
export function SearchResult({ of: { page, title }, draft, id }: SearchResultProps) {
  const { data } = useAnswer(readDomains)
  const { seoTitle, seoDescription, slug } = draft
  const path = page && typeof slug === 'string' && slug !== '' ? pagePathOf(page, { id: id ?? 0, slug }, null) : '/…'
  return (
    <SearchPreview
      title={String(seoTitle ?? draft[title] ?? '')}
      description={String(seoDescription ?? '')}
      address={`${data?.domains['en'] ?? ''}${path}`}
    />
  )
}
