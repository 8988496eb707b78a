import { labelOf } from '../../core/resource/fields.ts'
import { Fact } from '../../ui/resource/form-parts.tsx'
import { t } from '../../core/i18n/language.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'

/** The product that something belongs to: read-only, with a link to it. */
export const ProductLinkInput: OwnInput = function ProductLinkInput({ field, name, record }) {
  const [id, product] = [Number(record?.[name]), record?.['product'] as { readonly title: string } | null | undefined]
  return (
    <Fact label={labelOf(name, field)}>
      <RecordLink to="products" id={id}>
        {product?.title ?? `#${id}`}
      </RecordLink>
    </Fact>
  )
}

/** The one option that something is for, or that it is for all of them. */
export const OptionLinkInput: OwnInput = function OptionLinkInput({ field, name, record }) {
  const option = record?.['option'] as { readonly id: number; readonly title: string } | null | undefined
  return (
    <Fact label={labelOf(name, field)}>
      {option ? (
        <RecordLink to="product-options" id={option.id}>
          {option.title}
        </RecordLink>
      ) : (
        t('Every option')
      )}
    </Fact>
  )
}
