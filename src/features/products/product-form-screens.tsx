import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { AgesInput } from './ages-input.tsx'
import { DefaultButton } from './default-button.tsx'
import { PartyTester } from './party-tester.tsx'
import { PickupPointsInput } from './pickup-points-input.tsx'
import { ProductActions } from './product-actions.tsx'
import { productAgeBands } from './product-age-bands.ts'
import { productDriftRules } from './product-drift-rules.ts'
import { OptionLinkInput, ProductLinkInput } from './product-link-input.tsx'
import { productOptions } from './product-options.ts'
import { useOptionWaiting, useProductWaiting } from './product-parts.web.ts'
import { OptionUnits, ProductUnits } from './product-units.tsx'
import { products } from './products.ts'
import { RetailInput } from './retail-input.tsx'
import { SellabilityCalendar } from './sellability-calendar.tsx'
import { supplierFields } from './supplier-fields.ts'
import { SupplierInput } from './supplier-input.tsx'
import { SyncLogPanel } from './sync-log-panel.tsx'

const CopyOptions = lazy(async () => ({ default: (await import('./copy-options.tsx')).CopyOptions }))

const supplierInputs = Object.fromEntries(supplierFields.map((key) => [key, SupplierInput]))

/** Each field is overridden by the button at its value, where both values are in view: the list only sums them up. */
const isListOfOverrides = (_: AnyRecord, key: string) => key === 'overrides'

const ageInputs = { minAge: AgesInput, retail: RetailInput, productId: ProductLinkInput, optionId: OptionLinkInput }
const optionInputs = { pickupPoints: PickupPointsInput, productId: ProductLinkInput }

export function ProductFormScreen() {
  const { mayWrite } = usePage()
  const may = useMay()
  return (
    <FormScreen
      of={products}
      inputs={supplierInputs}
      isFieldLocked={isListOfOverrides}
      isWaiting={useProductWaiting()}
      above={(record) => (
        <>
          <ProductUnits product={record} />
          {may('ui', 'product-age-bands') && <PartyTester productId={record.id} />}
          <SyncLogPanel product={record} />
        </>
      )}
      {...(mayWrite && { actions: (record: AnyRecord) => <ProductActions products={[record]} /> })}
    />
  )
}

export function ProductOptionFormScreen() {
  const { mayWrite } = usePage()
  const seesUnits = useMay()('ui', 'product-age-bands')
  return (
    <FormScreen
      of={productOptions}
      inputs={optionInputs}
      isWaiting={useOptionWaiting()}
      above={(record) => (
        <>
          <SellabilityCalendar option={record} />
          {seesUnits && <OptionUnits option={record} />}
          {seesUnits && <PartyTester key={record.id} productId={Number(record['productId'])} optionId={record.id} />}
        </>
      )}
      {...(mayWrite && {
        actions: (record: AnyRecord) => (
          <>
            {record['isDefault'] !== true && <DefaultButton option={record} />}
            <Suspense>
              <CopyOptions options={[record]} />
            </Suspense>
          </>
        ),
      })}
    />
  )
}

/** The party that is tried beside a unit of one option is one of that option. */
function BandTester({ id, productId, optionId }: AnyRecord) {
  return (
    <PartyTester
      key={id}
      productId={Number(productId)}
      optionId={typeof optionId === 'number' ? optionId : undefined}
    />
  )
}

export function ProductAgeBandFormScreen() {
  return <FormScreen of={productAgeBands} inputs={ageInputs} below={(record) => <BandTester {...record} />} />
}

export function DriftRuleFormScreen() {
  return <FormScreen of={productDriftRules} />
}
