import { labelOf } from '../../kit/fields.ts'
import { Fact } from '../../kit/screens/form-parts.tsx'
import { t } from '../../kit/language.ts'
import { RecordLink } from '../../kit/screens/record-link.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'

/** The product that something belongs to: nobody changes it, and everybody wants to get to it. */
export const ProductLinkInput: OwnInput = function ProductLinkInput({ field, name, record }) {
  const [id, product] = [Number(record?.[name]), record?.['product'] as { readonly title: string } | null | undefined]
  return <Fact label={labelOf(name, field)}><RecordLink to="products" id={id}>{product?.title ?? `#${id}`}</RecordLink></Fact>
}

/** The one option that something is for, or that it is for all of them. */
export const OptionLinkInput: OwnInput = function OptionLinkInput({ field, name, record }) {
  const option = record?.['option'] as { readonly id: number; readonly title: string } | null | undefined
  return <Fact label={labelOf(name, field)}>{option ? <RecordLink to="product-options" id={option.id}>{option.title}</RecordLink> : t('Every option')}</Fact>
}
